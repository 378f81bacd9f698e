import { Egress } from "@media/egress/Egress"
import { MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES } from "@media/extensions/limits"
import { MANIFEST } from "@media/extensions/Manifest"
import { onDiskSaying } from "@media/extensions/onDisk"
import { packagePath } from "@media/extensions/packagePath"
import { PackageRefused } from "@media/extensions/PackageRefused"
import { stagingFolder } from "@media/extensions/packageFolders"
import { unpack } from "@media/extensions/unpack"
import { writeNew } from "@media/extensions/writeNew"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { lstat, mkdir, readdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"

/** The files of a package in a staging folder next to the installed packages. */
export interface Staged {
  readonly folder: string
  /** Paths relative to `folder`, with forward slashes. */
  readonly files: ReadonlyArray<string>
  readonly sha256: string | null
}

const refused = (code: PackageRefused["code"], reason: string) => new PackageRefused({ code, reason })

const onDisk = onDiskSaying("The files cannot be read or copied")

/** Removes the outer folder if it contains all files. Archives of repositories have such a folder. */
const withoutOuterFolder = ({ files, folder, sha256 }: Staged): Staged => {
  const [outer] = files[0]!.split("/")
  if (files.some((path) => !path.startsWith(`${outer!}/`))) return { files, folder, sha256 }
  return { folder: join(folder, outer!), files: files.map((path) => path.slice(outer!.length + 1)), sha256 }
}

/** Unpacks an archive into a staging folder. Fails if its SHA-256 differs from `expected`. */
export const stageArchive = (root: string, archive: string, expected: string | undefined) =>
  Effect.gen(function* () {
    const bytes = yield* onDisk(async () => {
      const { size } = await lstat(archive)
      if (size > MOST_PACKAGE_BYTES) throw refused("archive", "The package is larger than 64 MiB.")
      return readFile(archive)
    })
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    if (expected !== undefined && expected.toLowerCase() !== sha256)
      return yield* refused(
        "checksum",
        `The package does not have the expected checksum: its SHA-256 is ${sha256}. Nothing was unpacked.`
      )
    const folder = yield* stagingFolder(root)
    const files = yield* unpack(dirname(archive), archive, folder)
    return withoutOuterFolder({ folder, files, sha256 })
  })

export const stageUrl = (root: string, url: string, expected: string | undefined) =>
  Effect.gen(function* () {
    const egress = yield* Egress
    const folder = yield* stagingFolder(root)
    const archive = join(folder, "package.zip")
    yield* egress
      .download({ url, types: ["application/", "binary/"], millis: 60_000, redirects: 5 }, archive)
      .pipe(Effect.mapError(({ message }) => refused("fetch", message)))
    return yield* stageArchive(root, archive, expected)
  })

/** Lists the files of a folder, without `.git`, `__pycache__` and the package manifest. */
const filesIn = async (folder: string, below = ""): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    if (entry.name === ".git" || entry.name === "__pycache__" || path === MANIFEST) continue
    if (packagePath(path) === undefined)
      throw refused("archive", `The folder contains a forbidden name: ${path}.`)
    if (entry.isDirectory()) found.push(...(await filesIn(folder, path)))
    else if (entry.isFile()) found.push(path)
    else throw refused("archive", `The folder contains a link: ${path}.`)
    if (found.length > MOST_PACKAGE_FILES)
      throw refused("archive", `The folder has more than ${MOST_PACKAGE_FILES} files.`)
  }
  return found
}

/** Copies a folder on the server, so that later changes to the folder do not affect the installed plugin. */
const stageFolder = (root: string, from: string) =>
  Effect.gen(function* () {
    const folder = yield* stagingFolder(root)
    const files = yield* onDisk(async () => {
      const names = await filesIn(from)
      let bytes = 0
      for (const name of names) {
        bytes += (await lstat(join(from, name))).size
        if (bytes > MOST_PACKAGE_BYTES) throw refused("archive", "The folder is larger than 64 MiB.")
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await writeNew(join(folder, name), await readFile(join(from, name)), 0o644)
      }
      if (names.length === 0) throw refused("archive", "The folder is empty.")
      return names
    })
    return { folder, files, sha256: null } satisfies Staged
  })

/** Stages a package from a path on the server, which is either a folder or an archive. */
export const stagePath = (root: string, path: string, expected: string | undefined) =>
  Effect.gen(function* () {
    const found = yield* onDisk(() => lstat(path))
    return yield* found.isDirectory() ? stageFolder(root, path) : stageArchive(root, path, expected)
  })
