import { tokensOf } from "../release/tokens.ts"
import { EPISODE } from "../words.ts"
import { type Found, found, rangeEnd } from "./Found.ts"

/** Matches rule W3, a number after a keyword: `Episode 16`, `EP_01`, `Name.E07`, `Folge 3`. */
const pattern = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:${EPISODE})[\s._#\-]{0,3}|e)(\d{1,4})(?:-(?:e|ep)?(\d{1,4}))?(?![\d\p{L}])`,
  "iu"
)

/**
 * True if the text after the number begins with release words, as in `Name.E07.1080p`. In this case, the number is
 * certainly an episode number.
 */
const startsRelease = (rest: string): boolean => tokensOf(rest.slice(0, 40))[0]?.kind === "sure"

export const episodeWord = (text: string): Found | null => {
  const match = pattern.exec(text)
  if (match === null) return null
  const first = Number(match[1])
  return found({
    rule: "episode-word",
    start: match.index,
    end: match.index + match[0].length,
    titleStart: text.startsWith("[") ? Math.min(match.index, text.indexOf("]") + 1) : 0,
    episode: first,
    episodeEnd: rangeEnd(first, match[2] === undefined ? null : Number(match[2])),
    needsSeries: !(/^ep?\d{2}/i.test(match[0]) && startsRelease(text.slice(match.index + match[0].length)))
  })
}
