import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { accessSync, constants } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"
import { bundledBinary } from "./binaries/BundledBinary.ts"
import { inspectBinary } from "./binaries/InspectBinary.ts"
import { isRecent } from "./binaries/ToolVersion.ts"
import { type MediaTool, MediaToolMissing } from "./MediaToolErrors.ts"
import { type MediaBinariesConfig, mediaBinariesConfig } from "./MediaToolsConfig.ts"

export interface MediaBinary {
  readonly path: string
  readonly version: string
  readonly source: "configured" | "path" | "bundled"
  /** A message for the administrator about a problem with the binary. */
  readonly warning?: string
}

export interface MediaBinariesShape {
  readonly ffmpeg: Effect.Effect<MediaBinary, MediaToolMissing>
  readonly ffprobe: Effect.Effect<MediaBinary, MediaToolMissing>
}

/**
 * The ffmpeg and ffprobe binaries in use. Each binary is located on first use and cached. A failure is cached for only
 * 30 s, so that installing the tool does not require a restart.
 */
export class MediaBinaries extends Context.Tag("@media/media-tools/MediaBinaries")<
  MediaBinaries,
  MediaBinariesShape
>() {
  static readonly layer = Layer.effect(
    MediaBinaries,
    Effect.flatMap(mediaBinariesConfig, (config) => makeMediaBinaries(config))
  )
}

export const makeMediaBinaries = (config: MediaBinariesConfig): Effect.Effect<MediaBinariesShape> =>
  Effect.gen(function* () {
    const find = (tool: MediaTool) => remembered(resolveBinary(tool, config))
    return { ffmpeg: yield* find("ffmpeg"), ffprobe: yield* find("ffprobe") }
  })

interface Candidate {
  readonly path: string
  readonly source: MediaBinary["source"]
}

/**
 * Locates a tool. ffmpeg: the configured binary, then the system's (4.4 or newer), then npm's, which is from 2018.
 * ffprobe: the configured binary, then npm's, then the system's. npm's static build takes 8 ms per file, and Debian's
 * dynamic build takes 60 ms (measured on 2 cores).
 */
export const resolveBinary = Effect.fn("MediaBinaries.resolve")(function* (
  tool: MediaTool,
  config: MediaBinariesConfig
) {
  const configured = config[tool]
  if (configured !== undefined) {
    const path = isAbsolute(configured) ? configured : onPath(configured, config.searchPath)
    const result = yield* Effect.either(inspectBinary(tool, path ?? configured))
    // A configured binary that does not work is an error and must not be hidden by a fallback.
    if (Either.isLeft(result)) return yield* new MediaToolMissing({ tool, tried: [result.left] })
    return toBinary(
      { path: path ?? configured, source: "configured" },
      result.right.text,
      isRecent(result.right)
    )
  }

  const tried: Array<string> = []
  let fallback: MediaBinary | undefined
  for (const candidate of candidates(tool, config.searchPath, tried)) {
    const result = yield* Effect.either(inspectBinary(tool, candidate.path))
    if (Either.isLeft(result)) {
      tried.push(result.left)
      continue
    }
    const binary = toBinary(candidate, result.right.text, isRecent(result.right))
    if (binary.warning === undefined) return binary
    fallback ??= binary
    tried.push(`${candidate.path} is version ${binary.version}, older than 4.4`)
  }
  if (fallback !== undefined) return fallback
  return yield* new MediaToolMissing({ tool, tried })
})

const candidates = (tool: MediaTool, searchPath: string, tried: Array<string>): ReadonlyArray<Candidate> => {
  const system = onPath(tool, searchPath)
  const bundled = bundledBinary(tool)
  if (system === undefined) tried.push(`PATH does not contain ${tool}`)
  if (bundled === undefined) tried.push(`npm has no ${tool} for ${process.platform}-${process.arch}`)
  const fromSystem: ReadonlyArray<Candidate> = system === undefined ? [] : [{ path: system, source: "path" }]
  const fromNpm: ReadonlyArray<Candidate> =
    bundled === undefined ? [] : [{ path: bundled, source: "bundled" }]
  return tool === "ffmpeg" ? [...fromSystem, ...fromNpm] : [...fromNpm, ...fromSystem]
}

const toBinary = (candidate: Candidate, version: string, isNew: boolean): MediaBinary => ({
  ...candidate,
  version,
  ...(isNew
    ? {}
    : {
        warning:
          "This build is older than ffmpeg 4.4: it works, but lacks years of security fixes and AV1 decoding. " +
          "Install a current ffmpeg."
      })
})

const onPath = (name: string, searchPath: string): string | undefined =>
  searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, process.platform === "win32" ? `${name}.exe` : name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

const FAILURE_SECONDS = 30

const remembered = (resolve: Effect.Effect<MediaBinary, MediaToolMissing>) =>
  Effect.gen(function* () {
    let found: MediaBinary | undefined
    const attempt = yield* Effect.cachedWithTTL(resolve, `${FAILURE_SECONDS} seconds`)
    return Effect.suspend(() =>
      found !== undefined ? Effect.succeed(found) : Effect.tap(attempt, (binary) => void (found = binary))
    )
  })
