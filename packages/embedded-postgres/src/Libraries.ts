import * as fs from "node:fs"
import * as path from "node:path"

interface Link {
  readonly source: string
  readonly target: string
}

const exists = (file: string) => fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined

/**
 * Creates missing links to shared libraries. npm packages cannot contain symbolic links, so an install script of the
 * package creates `libicu*.so.60`, `libpq.so.5` and others. Newer npm versions and `--ignore-scripts` skip this script,
 * and `postgres` does not start without the links. If the package is read-only, creates the links in `fallbackDir` and
 * returns the library path to use. Returns undefined otherwise.
 */
export const linkLibraries = (packageDir: string, fallbackDir: string): string | undefined => {
  const links = readLinks(packageDir)
  const missing = links.filter((link) => !exists(path.join(packageDir, link.target)))
  if (missing.length === 0) return undefined
  try {
    for (const link of missing)
      symlink(path.join(packageDir, link.source), path.join(packageDir, link.target))
    return undefined
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error
    fs.mkdirSync(fallbackDir, { recursive: true })
    // PostgreSQL may run as another account, to which the umask of this process might have denied access to the folder.
    fs.chmodSync(fallbackDir, 0o755)
    for (const link of links) {
      symlink(path.join(packageDir, link.source), path.join(fallbackDir, path.basename(link.target)))
    }
    // The path must also include the real folder: if a library is loaded through a link, its dependencies are searched
    // next to the link.
    return `${fallbackDir}:${path.join(packageDir, "native", "lib")}`
  }
}

const readLinks = (packageDir: string): ReadonlyArray<Link> => {
  const file = path.join(packageDir, "native", "pg-symlinks.json")
  return exists(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as ReadonlyArray<Link>) : []
}

const symlink = (source: string, target: string) => {
  // A link that an earlier installation created may point to a file that no longer exists.
  if (exists(target) && !fs.existsSync(target)) fs.rmSync(target)
  if (!exists(target))
    fs.symlinkSync(path.dirname(source) === path.dirname(target) ? path.basename(source) : source, target)
}
