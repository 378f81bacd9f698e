import { plainText } from "@media/kernel/PlainText"

type Tags = Readonly<Record<string, string>>

const longest = 500

/**
 * True if a title is not a real title: a release name, a web address, an episode number such as S01E02, a file name, or
 * a generic name such as "Title 1".
 */
const isMeaningless = (title: string): boolean =>
  /(?:https?:|www\.|\.(?:com|net|org|mkv|mp4|avi)\b)/i.test(title) ||
  /\b(?:480|576|720|1080|2160)[pi]\b|\b(?:[xh]\.?26[45]|xvid|divx|web-?dl|web-?rip|blu-?ray|b[dr]rip|hdtv|dvdrip)\b/i.test(
    title
  ) ||
  /\bs\d{1,4}[ ._-]?e\d{1,4}\b/i.test(title) ||
  /^(?:untitled|title|video|movie|(?:title|chapter|track)[ _-]?\d+|\d+)$/i.test(title) ||
  /^\S+[._]\S+[._]\S+$/.test(title)

/** Returns the title in the tags of a video, or null if the tags contain no meaningful title. */
const titleOf = (tags: Tags): string | null => {
  const title = plainText(tags["title"] ?? "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed()
  return title === "" || isMeaningless(title) ? null : title
}

const idIn = (text: string | undefined, pattern: RegExp): string | undefined =>
  pattern.exec(text ?? "")?.[1]?.toLowerCase()

/**
 * Returns the ids of online databases (IMDb, TMDB, TVDB) in the tags. The Matroska specification defines the names of
 * these tags.
 */
const idsOf = (tags: Tags): Readonly<Record<string, string>> | null => {
  const number = /(?:^|\/)(\d{1,12})(?:$|[^\d])/
  const found = {
    imdb: idIn(tags["imdb"] ?? tags["imdb_id"], /(tt\d{7,9})/i),
    tmdb: idIn(tags["tmdb"] ?? tags["tmdb_id"], number),
    tvdb: idIn(tags["tvdb2"] ?? tags["tvdb"] ?? tags["tvdb_id"], number)
  }
  const ids = Object.entries(found).filter(([, id]) => id !== undefined)
  return ids.length === 0 ? null : (Object.fromEntries(ids) as Record<string, string>)
}

const isTags = (value: unknown): value is Tags =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((each) => typeof each === "string")

/** Returns the title and the ids in the tags of a probed video. Missing values are null. */
export const videoTags = (facts: unknown) => {
  const tags = (facts as { readonly tags?: unknown } | null)?.tags
  return isTags(tags)
    ? { title: titleOf(tags), externalIds: idsOf(tags) }
    : { title: null, externalIds: null }
}
