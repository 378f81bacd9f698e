import { kinds } from "../../generated/kinds.ts"
import type { ItemKind } from "../../ItemKind.ts"

const mediaEndings: ReadonlySet<string> = new Set(kinds.flatMap(({ extensions }) => Object.keys(extensions)))

/**
 * Extensions of subtitles, of notes of other media servers and players, and of pictures that are named after the file.
 */
const sidecarEndings: ReadonlySet<string> = new Set(
  "srt vtt ass ssa sub idx sup smi sami mks lrc nfo edl chp jpg jpeg png webp bif xmp opf cue".split(" ")
)
/** Maximum number of parts such as language, `forced` and `sdh`: `Heat.en.forced.srt`. */
const mostParts = 3
/** Picture names that other media servers use: `Heat-poster.jpg`. */
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
 * The names in its folder (one byte per character) that belong to this file and move with it: sidecars and generated
 * files. `isItem` recognizes names of other items. If another media file differs only by its extension, adjacent files
 * may belong to either and are not moved. A file that matches a longer name belongs to that one: `Heat.1080p.en.srt`
 * belongs to `Heat.1080p.mkv` and not to `Heat.mkv`.
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
