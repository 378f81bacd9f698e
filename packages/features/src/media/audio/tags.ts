import { plainText } from "@media/kernel/PlainText"
import type { ProbeFacts } from "@media/media-tools/ProbeFacts"
import { forTextTags } from "./events.ts"

type Tags = ProbeFacts["tags"]

/** Maximum length of the text in a tag. */
const longestText = 500
/** Maximum disc or track number. A larger number is probably a catalog number. */
const mostTracks = 9_999
/** Maximum plausible gain in dB. Even the loudest and the quietest music is within 30 dB of the reference level. */
const mostGain = 60

const first = (tags: Tags, ...names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    const text = plainText(tags[name] ?? "")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, longestText)
    if (text !== "") return text.toWellFormed()
  }
  return null
}

/**
 * Removes duplicate values from a tag, because some programs write the same value twice. The values are separated by
 * semicolons.
 */
const distinct = (text: string | null): string | null => {
  const values = (text ?? "").split(";").map((value) => value.trim())
  const different = new Set(values)
  return different.size === values.length ? text : [...different].join(";")
}

/**
 * Parses a number such as `5` or `05/12`, or the first number of `2;2`. Returns null for other text, such as the side
 * number `A1` of a vinyl record.
 */
const ordinal = (text: string | null): number | null => {
  const digits = /^0*(\d{1,4})(?:\s*(?:[/;,]|of\s).*)?$/i.exec(text ?? "")?.[1]
  const number = Number(digits)
  return digits !== undefined && number > 0 && number <= mostTracks ? number : null
}

/** Parses a day or a year. Drops the time of day, and keeps only the year of an invalid day. */
const dateOf = (text: string | null): string | null => {
  const [, year, rest] = /^([12]\d{3})(-\d{2}-\d{2})?(?:$|[T \-/.])/.exec(text ?? "") ?? []
  if (year === undefined) return null
  const day = `${year}${rest ?? ""}`
  const at = Date.parse(`${day}T00:00:00Z`)
  return rest !== undefined && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : year
}

const decimal = (text: string | null, isFit: (value: number) => boolean): number | null => {
  const match = /^([+-]?\d+(?:\.\d+)?)\s*(?:db)?$/i.exec(text ?? "")
  const value = Number(match?.[1])
  return match !== null && isFit(value) ? value : null
}
const gainOf = (text: string | null) => decimal(text, (value) => Math.abs(value) <= mostGain)
const peakOf = (text: string | null) => decimal(text, (value) => value > 0 && value <= 100)
/**
 * Converts an Opus gain to ReplayGain. RFC 7845 5.2.1 uses steps of 1/256 dB relative to -23 LUFS, and ReplayGain is
 * relative to -18 LUFS.
 */
const opusGainOf = (text: string | null): number | null => {
  const steps = /^[+-]?\d{1,5}$/.test(text ?? "") ? Number(text) : undefined
  return steps === undefined ? null : gainOf((steps / 256 + 5).toFixed(2))
}

const isYes = (text: string | null): boolean => /^(?:1|true|yes)$/i.test(text ?? "")

/** Parses the tags of a track, using ffmpeg's tag names. Implausible values are treated as missing. */
export const tagsOf = (tags: Tags) => {
  const date = dateOf(first(tags, "date", "originaldate", "tdor", "year", "tyer", "creation_date"))
  return {
    title: first(tags, "title"),
    date,
    artist: distinct(first(tags, "artist", "author", "performer")),
    album: distinct(first(tags, "album")),
    albumArtist: distinct(first(tags, "album_artist", "albumartist", "album artist")),
    discNumber: ordinal(first(tags, "disc", "discnumber", "disk", "part_of_a_set")),
    trackNumber: ordinal(first(tags, "track", "tracknumber")),
    year: date === null ? null : Number(date.slice(0, 4)),
    ...forTextTags((_, { names }) => distinct(first(tags, ...names))),
    trackGain: gainOf(first(tags, "replaygain_track_gain")) ?? opusGainOf(first(tags, "r128_track_gain")),
    trackPeak: peakOf(first(tags, "replaygain_track_peak")),
    albumGain: gainOf(first(tags, "replaygain_album_gain")) ?? opusGainOf(first(tags, "r128_album_gain")),
    albumPeak: peakOf(first(tags, "replaygain_album_peak")),
    isCompilation: isYes(first(tags, "compilation", "tcmp", "itunescompilation", "wm/iscompilation")),
    hasLyrics: Object.keys(tags).some((name) =>
      /^(?:lyrics|unsyncedlyrics|unsynced lyrics|syncedlyrics|uslt|sylt|wm\/lyrics|©lyr)(?:$|-)/.test(name)
    )
  }
}
