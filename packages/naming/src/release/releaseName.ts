import { plainText } from "@media/kernel/PlainText"
import { spacedOf, stemOf, titleBy } from "../title.ts"
import { parenthesizedYear, readRelease } from "./readRelease.ts"

const wholeTitle = (stem: string): string => {
  const { part, title } = readRelease(stem)
  return `${title} ${part}`.trim()
}

/**
 * Returns the title of a video from its file name, without the tokens that releases append:
 * `The.Movie.2014.1080p.BluRay.x264-GRP` becomes "The Movie". A name that is not a release keeps all of its words.
 */
export const releaseTitleOf = (name: string): string => titleBy(name, wholeTitle)

/**
 * Returns the year or date in a file name: "2014", "2019-08-24". For `Up (2009)/Up.mkv`, returns the year of the folder,
 * because the titles are equal. Null if neither name has a date.
 */
export const releaseDateOf = (name: string, folder = ""): string | null => {
  const stem = stemOf(plainText(name))
  const own = readRelease(stem)
  if (own.date !== null || folder === "") return own.date
  const above = parenthesizedYear(plainText(folder))
  const isSame = above !== null && spacedOf(above.title).toLowerCase() === wholeTitle(stem).toLowerCase()
  return isSame ? above.year : null
}
