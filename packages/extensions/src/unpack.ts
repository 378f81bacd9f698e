import { openArchive, type Archive } from "@media/archives/OpenArchive"
import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import * as Effect from "effect/Effect"
import { mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES, packageLimits } from "./limits.ts"
import { MANIFEST } from "./Manifest.ts"
import { PackageRefused } from "./PackageRefused.ts"
import { packagePath } from "./packagePath.ts"
import { writeNew } from "./writeNew.ts"

const refused = (reason: string) => new PackageRefused({ code: "archive", reason })

interface Planned {
  readonly entry: ArchiveEntry
  readonly path: string
}

/**
 * Returns the files to unpack from an archive, with their paths. Fails with a message for users if any entry makes it
 * unsafe or impossible to unpack the archive.
 */
const planned = (
  entries: ReadonlyArray<ArchiveEntry>
): Effect.Effect<ReadonlyArray<Planned>, PackageRefused> =>
  Effect.gen(function* () {
    const files: Array<Planned> = []
    /**
     * The paths of earlier entries, normalized and in lower case, because case-insensitive file systems treat such
     * names as equal.
     */
    const taken = new Set<string>()
    const folders = new Set<string>()
    for (const entry of entries) {
      if (entry.isJunk) continue
      if (entry.kind === "link") return yield* refused(`The package contains a link: ${entry.name}.`)
      const isFolder = entry.kind === "directory"
      const path = packagePath(isFolder ? entry.key.replace(/\/$/, "") : entry.key)
      if (path === undefined || path.toLowerCase() === MANIFEST)
        return yield* refused(`The package contains a file with a forbidden name: ${entry.name || "?"}.`)
      if (isFolder) continue
      if (entry.refusal !== undefined)
        return yield* refused(`The file ${path} of the package cannot be unpacked.`)
      const folded = path.normalize("NFC").toLowerCase()
      if (taken.has(folded)) return yield* refused(`The package contains ${path} twice.`)
      taken.add(folded)
      for (let at = folded.lastIndexOf("/"); at > 0; at = folded.lastIndexOf("/", at - 1))
        folders.add(folded.slice(0, at))
      files.push({ entry, path })
    }
    for (const each of folders)
      if (taken.has(each)) return yield* refused(`In the package, ${each} is both a file and a folder.`)
    if (files.length === 0) return yield* refused("The package is empty.")
    if (files.length > MOST_PACKAGE_FILES)
      return yield* refused(`The package has more than ${MOST_PACKAGE_FILES} files.`)
    return files
  })

const written = (archive: Archive, { entry, path }: Planned, folder: string) =>
  Effect.gen(function* () {
    const bytes = yield* Effect.mapError(archive.read(entry.index, MOST_PACKAGE_BYTES), ({ reason }) =>
      refused(`The file ${path} of the package cannot be unpacked: ${reason}`)
    )
    const target = join(folder, path)
    yield* Effect.tryPromise({
      try: async () => {
        await mkdir(dirname(target), { recursive: true })
        await writeNew(target, bytes)
      },
      catch: () =>
        new PackageRefused({ code: "disk", reason: "The package cannot be written to the data folder." })
    })
    return path
  })

/**
 * Unpacks a zip file into an empty folder and returns the paths of its files. Writes nothing unless all names are safe.
 * `archive` must be in the folder `inside`.
 */
export const unpack = (inside: string, archive: string, folder: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* Effect.mapError(openArchive(inside, archive, packageLimits), ({ reason }) =>
        refused(`The package cannot be opened: ${reason}`)
      )
      const files = yield* planned(opened.entries)
      return yield* Effect.forEach(files, (file) => written(opened, file, folder))
    })
  ).pipe(Effect.withSpan("extensions.unpack"))
