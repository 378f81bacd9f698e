import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { isPackageId, PackageId } from "./PackageId.ts"

/**
 * Name of the file in a package's folder that contains its manifest. Files that the manifest does not list were added
 * by the user.
 */
export const MANIFEST = ".package.json"
const MOST_MANIFEST_BYTES = 1024 ** 2

export const Manifest = Schema.Struct({
  id: PackageId,
  name: Schema.String,
  version: Schema.String,
  date: Schema.String,
  requires: Schema.Array(PackageId),
  /**
   * URL of the index from which the package was installed, and which is checked for updates. Null for uploaded
   * packages.
   */
  sourceRepository: Schema.NullOr(Schema.String),
  /** The SHA-256 hash of the installed archive or file. */
  sha256: Schema.String,
  /** The installed files, as relative paths with forward slashes. */
  files: Schema.Array(Schema.String)
})
export type Manifest = typeof Manifest.Type

const decode = Schema.decodeUnknownEither(Schema.parseJson(Manifest))

/** Reads the manifest in a package's folder. Returns undefined if it is missing, invalid, or a symbolic link. */
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

/** Returns the manifests of all packages installed in the folder `root`, sorted by id. */
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
