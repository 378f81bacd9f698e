import type { Classification } from "../Classification.ts"
import { discNumber } from "../disc.ts"
import { folderOf, separator, stemOf } from "./paths.ts"

const nameOf = (folder: string): string => folder.slice(separator(folder) + 1)
const discFolder = /[\\/](?:video_ts|bdmv[\\/]stream)$/i

/**
 * Returns the folder and the stem that represent a file when it is compared with other files. The discs of a movie
 * count as files in the movie's folder: `Movie/CD2/Movie.avi` counts as `Movie/Movie cd2`. A file of a copied disc gets
 * the name of its folder.
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
