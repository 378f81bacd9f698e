import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { access, chmod, constants, stat } from "node:fs/promises"
import type { MediaTool } from "../MediaToolErrors.ts"
import { toolEnvironment } from "../MediaToolsConfig.ts"
import { parseToolVersion, type ToolVersion } from "./ToolVersion.ts"

/** Time limit in milliseconds. A dynamic ffmpeg on a cold disk took 2 s to start for the first time. */
const VERSION_LIMIT_MS = 15_000

/** Returns the binary's version, or fails with a message that explains why the binary cannot be used. */
export const inspectBinary = (tool: MediaTool, path: string): Effect.Effect<ToolVersion, string> =>
  Effect.tryPromise({
    try: () => makeExecutable(path),
    catch: (cause) => `${path} ${reasonOf(cause)}`
  }).pipe(
    Effect.andThen(
      Effect.tryPromise({
        try: (signal) => versionOutput(path, signal),
        catch: (cause) => `${path} did not start (${reasonOf(cause)})`
      })
    ),
    Effect.flatMap((output) => {
      const version = parseToolVersion(output)
      return version === undefined || !output.startsWith(`${tool} version`)
        ? Effect.fail(`${path} is not ${tool}`)
        : Effect.succeed(version)
    })
  )

/**
 * Makes the file executable if this process owns it. npm's ffprobe has mode 744 in its archive, so only its owner may
 * run it.
 */
const makeExecutable = async (path: string): Promise<void> => {
  const facts = await stat(path)
  if (!facts.isFile()) throw new Error("is not a file")
  try {
    await access(path, constants.X_OK)
  } catch {
    await chmod(path, (facts.mode & 0o7777) | 0o111).catch(() => {
      throw new Error("is not executable, and its mode could not be changed. Run chmod +x on it.")
    })
  }
}

const versionOutput = (path: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      path,
      ["-hide_banner", "-version"],
      {
        signal,
        timeout: VERSION_LIMIT_MS,
        killSignal: "SIGKILL",
        env: toolEnvironment(),
        maxBuffer: 1 << 20
      },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error))
    )
  })

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "failed"
  const code = (cause as NodeJS.ErrnoException).code
  if (code === "ENOENT") return "does not exist"
  if (code === "EACCES") return "exists, but the server is not allowed to execute it"
  return cause.message.split("\n")[0]!.slice(0, 200)
}
