import { kinds } from "../../generated/kinds.ts"
import type { ItemKind } from "../../ItemKind.ts"

const mediaEndings: ReadonlySet<string> = new Set(kinds.flatMap(({ extensions }) => Object.keys(extensions)))

/**
 * Extensions of sidecars, which are named after a media file: subtitles, pictures, and files of other media servers and
 * players.
 */
const sidecarEndings: ReadonlySet<string> = new Set(
  "srt vtt ass ssa sub idx sup smi sami mks lrc nfo edl chp jpg jpeg png webp bif xmp opf cue".split(" ")
)
/**
 * Maximum number of name parts before the extension, such as a language, `forced` and `sdh`. `Heat.en.forced.srt` has
 * two parts.
 */
const mostParts = 3
/** Matches the ends of picture names that other media servers use, as in `Heat-poster.jpg`. */
const picture = /^-(poster|fanart|thumb|landscape|banner|clearlogo|logo|backdrop)\.(jpe?g|png|webp)$/i

const endingOf = (name: string): string => /\.([^.]+)$/s.exec(name)?.[1]?.toLowerCase() ?? ""
const stemOf = (name: string): string => name.replace(/\.[^.]+$/s, "")

const isOf = (stem: string, suffixes: ReadonlyArray<string>, name: string): boolean => {
  if (!name.startsWith(stem)) return false
  const rest = name.slice(stem.length)
  if (suffixes.includes(rest) || picture.test(rest)) return true
  const parts = rest.split(".")
  return parts[0] === "" && parts.length - 1 <= mostParts && sidecarEndings.has(endingOf(name))
}

/**
 * Returns the names of the sidecars and generated files that belong to a file and move with it. `names` are all names
 * in the folder of the file, with one byte per character (Latin-1). `isItem` returns true for the names of other items'
 * files. A sidecar belongs to the item with the longest matching name: `Heat.1080p.en.srt` belongs to `Heat.1080p.mkv`,
 * not to `Heat.mkv`. If two media files differ only by their extension, sidecars may belong to either of them and are
 * not moved.
 */
export const adjacentNames = (
  file: string,
  kind: ItemKind,
  names: ReadonlyArray<string>,
  isItem: (name: string) => boolean
): ReadonlyArray<string> => {
  const stem = stemOf(file)
  const suffixes = kinds.find((each) => each.kind === kind)?.assetSuffixes ?? []
  const others = names.filter((name) => name !== file)
  const stems = others
    .filter(
      (name) => mediaEndings.has(endingOf(name)) && (isItem(name) || !sidecarEndings.has(endingOf(name)))
    )
    .map(stemOf)
  if (stems.includes(stem)) return []
  const longer = stems.filter((each) => each.length > stem.length && each.startsWith(stem))
  return others
    .filter(
      (name) =>
        isOf(stem, suffixes, name) && !isItem(name) && !longer.some((each) => isOf(each, suffixes, name))
    )
    .sort()
}
