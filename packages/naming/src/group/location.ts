import type { Classification } from "../Classification.ts"
import { discNumber } from "../disc.ts"
import { folderOf, separator, stemOf } from "./paths.ts"

const nameOf = (folder: string): string => folder.slice(separator(folder) + 1)
const discFolder = /[\\/](?:video_ts|bdmv[\\/]stream)$/i

/**
 * The folder and the stem under which a file is compared with others. The discs of a movie count as files of its folder:
 * `Movie/CD2/Movie.avi` as `Movie/Movie cd2`, and a file of a copied disc has the name of the folder.
 */
export const locationOf = ({ facts, path, role }: Classification) => {
  const folder = folderOf(path)
  const stem = stemOf(path)
  if (role !== "movie") return { folder, stem }
  if (discFolder.test(folder)) {
    const root = folder.replace(discFolder, "")
    const part = facts.part === null ? "" : ` part${facts.part}`
    return { folder: root, stem: `${nameOf(root)}${part}` }
  }
  const disc = discNumber(nameOf(folder))
  return disc === null || separator(folder) <= 0
    ? { folder, stem }
    : { folder: folderOf(folder), stem: `${stem} cd${disc}` }
}
