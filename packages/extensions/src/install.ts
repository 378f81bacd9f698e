import { Egress } from "@media/egress/Egress"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { basename, dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { FetchedIndex } from "./fetchIndex.ts"
import { installedPackages, type Manifest } from "./Manifest.ts"
import { isPackageId } from "./PackageId.ts"
import { dateMillis } from "./PackageDate.ts"
import type { IndexedPackage } from "./IndexedPackage.ts"
import { PackageRefused } from "./PackageRefused.ts"
import { stagingFolder, inTurn, installFolder } from "./packageFolders.ts"
import { withRequirements } from "./requirements.ts"
import { unpack } from "./unpack.ts"

const MILLIS = 60_000

export interface Installed {
  readonly installed: ReadonlyArray<Manifest>
  /** Packages that could not be installed, each with a message for users. */
  readonly failed: ReadonlyArray<{ readonly id: string; readonly reason: string }>
}

const sha256Of = (path: string) =>
  Effect.tryPromise({
    try: async () => {
      const hash = createHash("sha256")
      await pipeline(createReadStream(path), hash)
      return hash.digest("hex")
    },
    catch: () => new PackageRefused({ code: "disk", reason: "The package cannot be read." })
  })

interface ArchiveSource {
  /** The path of a zip file on this machine. */
  readonly archive: string
  readonly about: Omit<Manifest, "files" | "sha256">
  /** The SHA-256 hash that the file must have. If undefined, any file is accepted. */
  readonly sha256?: string | undefined
}

/**
 * Installs a package from a zip file. Checks the hash, unpacks the file to a temporary folder, and then moves this
 * folder into place.
 */
export const installArchive = (root: string, { about, archive, sha256 }: ArchiveSource) =>
  Effect.scoped(
    Effect.gen(function* () {
      const found = yield* sha256Of(archive)
      if (sha256 !== undefined && sha256.toLowerCase() !== found)
        return yield* new PackageRefused({
          code: "checksum",
          reason: `The file of "${about.id}" is not the published file: its sha256 differs. Nothing was unpacked.`
        })
      const folder = yield* stagingFolder(root)
      const files = yield* unpack(dirname(archive), archive, folder)
      return yield* installFolder(root, folder, { ...about, sha256: found, files })
    })
  ).pipe(inTurn, Effect.withSpan("extensions.install"))

const addressIn = (index: FetchedIndex, { id, path }: IndexedPackage) =>
  URL.canParse(path, index.url)
    ? Effect.succeed(new URL(path, index.url).href)
    : new PackageRefused({ code: "index", reason: `The index has no valid address for "${id}".` })

const fetched = (root: string, index: FetchedIndex, source: string, entry: IndexedPackage) =>
  Effect.scoped(
    Effect.gen(function* () {
      const egress = yield* Egress
      const url = yield* addressIn(index, entry)
      const folder = yield* stagingFolder(root)
      const archive = join(folder, "package.zip")
      yield* egress
        .download({ url, types: ["application/", "binary/"], millis: MILLIS, redirects: 5 }, archive)
        .pipe(Effect.mapError(({ message }) => new PackageRefused({ code: "fetch", reason: message })))
      const { date, id, name, requires, sha256, version } = entry
      const about = { id, name, version, date, requires, sourceRepository: source }
      return yield* installArchive(root, { archive, about, sha256 })
    })
  )

const allOf = (root: string, index: FetchedIndex, source: string, wanted: ReadonlyArray<IndexedPackage>) =>
  Effect.gen(function* () {
    const installed: Array<Manifest> = []
    const failed: Array<{ readonly id: string; readonly reason: string }> = []
    for (const entry of wanted) {
      const missing = entry.requires.find((id) => failed.some((each) => each.id === id))
      if (missing !== undefined) {
        failed.push({ id: entry.id, reason: `The package needs "${missing}", which could not be installed.` })
        continue
      }
      const result = yield* Effect.either(fetched(root, index, source, entry))
      if (result._tag === "Right") installed.push(result.right)
      else failed.push({ id: entry.id, reason: result.left.reason })
    }
    return { installed, failed } satisfies Installed
  })

/**
 * Installs packages from an index. Also installs packages that they require, unless these are already installed and up
 * to date.
 */
export const installFromIndex = (
  root: string,
  {
    ids,
    index,
    source
  }: { readonly index: FetchedIndex; readonly source: string; readonly ids: ReadonlyArray<string> }
) =>
  Effect.gen(function* () {
    const wanted = yield* withRequirements(index.packages, ids)
    const before = new Map(
      (yield* Effect.promise(() => installedPackages(root))).map((each) => [each.id, each])
    )
    const needed = wanted.filter(({ date, id }) => {
      const old = before.get(id)
      return ids.includes(id) || old === undefined || dateMillis(date) > dateMillis(old.date)
    })
    return yield* allOf(root, index, source, needed)
  })

/** Returns the ids of installed packages for which an index has a newer version. */
export const outdated = (
  index: Pick<FetchedIndex, "packages">,
  source: string,
  installed: ReadonlyArray<Manifest>
): ReadonlyArray<string> => {
  const offered = new Map(index.packages.map((each) => [each.id, each]))
  return installed
    .filter(({ date, id, sourceRepository }) => {
      const entry = offered.get(id)
      return sourceRepository === source && entry !== undefined && dateMillis(entry.date) > dateMillis(date)
    })
    .map(({ id }) => id)
}

/** Derives a package id from the name of an uploaded file: `My Scraper.zip` becomes `My-Scraper`. */
export const idFromName = (fileName: string): string | undefined => {
  const id = basename(fileName)
    .replace(/\.[a-z]{1,5}$/i, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+|-+$/g, "")
    .slice(0, 80)
  return isPackageId(id) ? id : undefined
}
