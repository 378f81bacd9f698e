import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { isPackageId, PackageId } from "./PackageId.ts"

/** Name of the file in a package's folder that lists the installed files. All other files belong to the user. */
export const MANIFEST = ".package.json"
const MOST_MANIFEST_BYTES = 1024 ** 2

export const Manifest = Schema.Struct({
  id: PackageId,
  name: Schema.String,
  version: Schema.String,
  date: Schema.String,
  requires: Schema.Array(PackageId),
  /** The index from which the package was installed and which is checked for updates. Null for uploaded packages. */
  sourceRepository: Schema.NullOr(Schema.String),
  /** The hash of the archive. */
  sha256: Schema.String,
  /** Relative paths with forward slashes. */
  files: Schema.Array(Schema.String)
})
export type Manifest = typeof Manifest.Type

const decode = Schema.decodeUnknownEither(Schema.parseJson(Manifest))

/** Reads the manifest in a package's folder. Returns undefined if none is valid. Links are not followed. */
export const readManifest = async (folder: string): Promise<Manifest | undefined> => {
  const path = join(folder, MANIFEST)
  try {
    const found = await lstat(path)
    if (!found.isFile() || found.size > MOST_MANIFEST_BYTES) return undefined
    const read = decode(await readFile(path, "utf8"))
    return Either.isRight(read) ? read.right : undefined
  } catch {
    return undefined
  }
}

/** Returns the manifests of the packages installed in a root, sorted by id. */
export const installedPackages = async (root: string): Promise<ReadonlyArray<Manifest>> => {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory() && isPackageId(entry.name))
  const found: Array<Manifest> = []
  for (const { name } of folders) {
    const manifest = await readManifest(join(root, name))
    // A folder that was copied under a different name is not an installed package.
    if (manifest?.id === name) found.push(manifest)
  }
  return found.sort((a, b) => a.id.localeCompare(b.id, "en"))
}
