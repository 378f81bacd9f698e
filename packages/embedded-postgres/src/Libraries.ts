import * as fs from "node:fs"
import * as path from "node:path"

interface Link {
  readonly source: string
  readonly target: string
}

const exists = (file: string) => fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined

/**
 * npm cannot pack symbolic links, so the package creates its `libicu*.so.60`, `libpq.so.5` and so on in an install
 * script, which newer npm versions and `--ignore-scripts` skip. Without them `postgres` does not even load. Creates the
 * missing links; if the package is read-only, creates all of them in `fallbackDir` and returns it as library path.
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
    // PostgreSQL may run as another account, which our umask would lock out.
    fs.chmodSync(fallbackDir, 0o755)
    for (const link of links) {
      symlink(path.join(packageDir, link.source), path.join(fallbackDir, path.basename(link.target)))
    }
    // A library found through a link looks for its dependencies next to the link, so the real folder is included too.
    return `${fallbackDir}:${path.join(packageDir, "native", "lib")}`
  }
}

const readLinks = (packageDir: string): ReadonlyArray<Link> => {
  const file = path.join(packageDir, "native", "pg-symlinks.json")
  return exists(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as ReadonlyArray<Link>) : []
}

const symlink = (source: string, target: string) => {
  // A link from an earlier installation may point to a folder that no longer exists.
  if (exists(target) && !fs.existsSync(target)) fs.rmSync(target)
  if (!exists(target))
    fs.symlinkSync(path.dirname(source) === path.dirname(target) ? path.basename(source) : source, target)
}
