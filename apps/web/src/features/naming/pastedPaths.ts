const VIDEO = /\.(?:3gp|asf|avi|divx|flv|m2ts|m4v|mkv|mov|mp4|mpe?g|mts|ogm|ogv|rmvb|ts|vob|webm|wmv)$/i
/**
 * Matches a line of `tree` output, such as "│ ├── name". The indentation before the name shows the depth of the folder.
 */
const DRAWN = /^((?:[│|]\s{3}|\s{4})*)(?:[├└][─-]{2}|[|`]--)\s(.*)$/u

const slashed = (line: string): string => line.replaceAll("\\", "/").replace(/^[a-z]:\//i, "/")

const fromTree = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folders: Array<string> = []
  return lines.flatMap((line) => {
    const [, before, name] = DRAWN.exec(line.replaceAll("\u00a0", " ")) ?? []
    if (before === undefined || name === undefined) return []
    const depth = before.length / 4
    folders.length = Math.min(folders.length, depth)
    folders[depth] = name.replace(/\/$/, "")
    return [folders.join("/")]
  })
}

/**
 * Parses `ls -R` output. In this output, each folder is a line that ends with a colon. The lines after it are the names
 * of the folder's contents.
 */
const fromListing = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  let folder = ""
  return lines.flatMap((line) => {
    if (line.endsWith(":")) {
      folder = slashed(line.slice(0, -1))
      return []
    }
    return line === "" ? [] : [folder === "" ? line : `${folder}/${line}`]
  })
}

/**
 * Returns the paths of all videos in pasted text. Accepts the output of `find`, `tree` or `ls -R`, and lists of paths,
 * including Windows paths.
 */
export const pathsIn = (text: string): ReadonlyArray<string> => {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  const paths = lines.some((line) => DRAWN.test(line.replaceAll("\u00a0", " ")))
    ? fromTree(lines)
    : lines.some((line) => line.endsWith(":"))
      ? fromListing(lines)
      : lines.map((line) => slashed(line.trim()))
  const videos = paths.map((path) => path.replace(/^\.\//, "")).filter((path) => VIDEO.test(path))
  return [...new Set(videos)]
}
