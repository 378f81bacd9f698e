import type { SubtitleTrack } from "@media/features/media/videos/subtitleContract"

export type SubtitleMode = "auto" | "on" | "off"

export interface TrackWish {
  /** `auto` shows only subtitles for languages that the user does not understand, and forced tracks. */
  readonly mode: SubtitleMode
  /** BCP 47 tags, most preferred first. */
  readonly languages: ReadonlyArray<string>
  /** The spoken language; null if unknown. */
  readonly spoken: string | null
}

const base = (language: string): string => language.split("-")[0]!.toLowerCase()

/** 0: another language; 1: another variant of it; 2: an exact match. */
const closeness = (track: SubtitleTrack, language: string): number =>
  track.language === null || base(track.language) !== base(language)
    ? 0
    : track.language.toLowerCase() === language.toLowerCase()
      ? 2
      : 1

/**
 * The best track in a language: the nearest variant, without descriptions of sounds, the file's default, and the one
 * with the most text.
 */
const best = (tracks: ReadonlyArray<SubtitleTrack>, language: string): SubtitleTrack | undefined =>
  tracks
    .filter((track) => closeness(track, language) > 0)
    .toSorted(
      (a, b) =>
        closeness(b, language) - closeness(a, language) ||
        Number(a.isHearingImpaired) - Number(b.isHearingImpaired) ||
        Number(b.isDefault) - Number(a.isDefault) ||
        b.cueCount - a.cueCount
    )[0]

const firstOf = (
  tracks: ReadonlyArray<SubtitleTrack>,
  languages: ReadonlyArray<string>
): SubtitleTrack | undefined => {
  for (const language of languages) {
    const found = best(tracks, language)
    if (found !== undefined) return found
  }
  return undefined
}

/** The initial subtitle track of a video, among the available ones. Undefined for none. */
export const chooseTrack = (
  tracks: ReadonlyArray<SubtitleTrack>,
  { languages, mode, spoken }: TrackWish
): SubtitleTrack | undefined => {
  if (mode === "off") return undefined
  const readable = tracks.filter(({ url }) => url !== null)
  const full = readable.filter(({ isForced }) => !isForced)
  const forced = readable.filter(({ isForced }) => isForced)
  const wanted = firstOf(full, languages) ?? full.find(({ isDefault }) => isDefault)
  if (mode === "on") return wanted ?? full[0] ?? forced[0]
  const isUnderstood = spoken === null || languages.some((language) => base(language) === base(spoken))
  if (!isUnderstood && wanted !== undefined) return wanted
  // Forced subtitles translate signs and foreign dialog.
  const inSpoken = spoken === null ? [] : [spoken]
  return firstOf(forced, [...inSpoken, ...languages]) ?? forced.find(({ language }) => language === null)
}
