import { MOST_PACKAGE_BYTES, MOST_PACKAGE_FILES } from "@media/extensions/limits"
import { MANIFEST } from "@media/extensions/Manifest"
import { createHash } from "node:crypto"
import { lstat, readdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"

/**
 * Lists the files in a folder that a script could run. Omits files that change without an update of the script: the
 * package manifest, Python's cache and the `.git` folder.
 */
const filesIn = async (folder: string, below = ""): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    if (path === MANIFEST || entry.name === "__pycache__" || entry.name === ".git") continue
    if (entry.isDirectory()) found.push(...(await filesIn(folder, path)))
    else found.push(path)
    if (found.length > MOST_PACKAGE_FILES) throw new RangeError("too many files")
  }
  return found.toSorted()
}

/**
 * Returns a hash of all files that the script of a scraper could run: the files in its folder, and in the folders of
 * the packages that it requires. Returns undefined if the files cannot be read or are larger than a package may be.
 */
export const scriptFingerprint = async (
  root: string,
  path: string,
  requires: ReadonlyArray<string>
): Promise<string | undefined> => {
  const own = dirname(path)
  const hash = createHash("sha256")
  let bytes = 0
  try {
    const folders = [own, ...[...new Set(requires)].toSorted().map((id) => join(root, id))]
    for (const folder of own === root ? [] : folders) {
      const files = await filesIn(folder).catch((error: unknown) => {
        // A required package may be missing. When it is installed later, the hash changes and the scripts must be
        // allowed again.
        if (folder !== own && (error as NodeJS.ErrnoException).code === "ENOENT") return []
        throw error
      })
      hash.update(`${folder}\0${files.length}\0`)
      for (const file of files) {
        const stats = await lstat(join(folder, file))
        bytes += stats.size
        if (bytes > MOST_PACKAGE_BYTES) return undefined
        const content = stats.isFile() ? await readFile(join(folder, file)) : Buffer.alloc(0)
        hash.update(`${file}\0${content.length}\0`).update(content)
      }
    }
  } catch {
    return undefined
  }
  return hash.digest("hex")
}
