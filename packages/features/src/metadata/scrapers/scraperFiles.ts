import { readManifest } from "@media/extensions/Manifest"
import { openInside } from "@media/kernel/InsideRoot"
import { MOST_DEFINITION_BYTES } from "@media/scrapers/limits"
import { lstat, readdir } from "node:fs/promises"
import { basename, extname, join } from "node:path"

/** A scraper file on disk. The id is the file name without the extension. */
export interface ScraperFile {
  readonly id: string
  readonly path: string
  /** The path relative to the folder of all scrapers. */
  readonly shownPath: string
  readonly package: string | null
  /** A value that changes whenever the file changes. */
  readonly version: string
  readonly size: number
  /** Other files with the same id, which are ignored. */
  readonly others: ReadonlyArray<string>
}

const MOST_FILES = 5_000
const MOST_DEPTH = 5
const MOST_ID = 200

const isScraper = (name: string): boolean => /\.ya?ml$/i.test(name)

/**
 * Adds the paths of scraper files below the root to `found`. The files of a folder come before those in its subfolders.
 * Links and hidden names are skipped.
 */
const pathsIn = async (root: string, below: string, depth: number, found: Array<string>): Promise<void> => {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(() => [])
  const visible = entries
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of visible) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`
    if (found.length >= MOST_FILES) return
    if (entry.isFile() && isScraper(entry.name)) found.push(path)
  }
  for (const entry of visible)
    if (entry.isDirectory() && depth < MOST_DEPTH)
      await pathsIn(root, below === "" ? entry.name : `${below}/${entry.name}`, depth + 1, found)
}

/**
 * Returns the scraper files, one for each id. If several files have the same id, the first one in the order of
 * `pathsIn` is used, and the rest are listed in `others`.
 */
export const scraperFiles = async (root: string): Promise<ReadonlyArray<ScraperFile>> => {
  const paths: Array<string> = []
  await pathsIn(root, "", 0, paths)
  const byId = new Map<string, Array<string>>()
  for (const path of paths) {
    const id = basename(path, extname(path))
    if (id.length <= MOST_ID) byId.set(id, [...(byId.get(id) ?? []), path])
  }
  const packages = new Map<string, boolean>()
  const files: Array<ScraperFile> = []
  for (const [id, [shownPath = "", ...others]] of byId) {
    const folder = shownPath.includes("/") ? shownPath.slice(0, shownPath.indexOf("/")) : undefined
    if (folder !== undefined && !packages.has(folder))
      packages.set(folder, (await readManifest(join(root, folder)))?.id === folder)
    const path = join(root, shownPath)
    const stat = await lstat(path).catch(() => undefined)
    if (stat === undefined) continue
    files.push({
      ...{ id, path, shownPath, others },
      package: folder !== undefined && packages.get(folder) === true ? folder : null,
      version: `${stat.ino} ${stat.size} ${stat.mtimeMs}`,
      size: stat.size
    })
  }
  return files.sort((a, b) => a.id.localeCompare(b.id, "en"))
}

/** Returns the text of a file, or undefined if the file is too large or cannot be read. */
export const sourceOf = async (root: string, { path, size }: ScraperFile): Promise<string | undefined> => {
  if (size > MOST_DEFINITION_BYTES) return undefined
  try {
    const file = await openInside(root, path)
    try {
      const bytes = Buffer.alloc(MOST_DEFINITION_BYTES + 1)
      let length = 0
      for (;;) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, length)
        length += bytesRead
        if (bytesRead === 0 || length === bytes.length) break
      }
      return length > MOST_DEFINITION_BYTES ? undefined : bytes.toString("utf8", 0, length)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
