import type { SubtitleTrack } from "@media/features/media/videos/subtitleContract"

export type SubtitleMode = "auto" | "on" | "off"

export interface TrackWish {
  /**
   * With `auto`, full subtitles are shown only if the user does not understand the spoken language. If the user
   * understands it, only forced subtitles are shown.
   */
  readonly mode: SubtitleMode
  /** BCP 47 tags, most preferred first. */
  readonly languages: ReadonlyArray<string>
  /** The spoken language. Null if the language is unknown. */
  readonly spoken: string | null
}

const base = (language: string): string => language.split("-")[0]!.toLowerCase()

/** Returns 0 for a different language, 1 for another variant of the language, and 2 for an exact match. */
const closeness = (track: SubtitleTrack, language: string): number =>
  track.language === null || base(track.language) !== base(language)
    ? 0
    : track.language.toLowerCase() === language.toLowerCase()
      ? 2
      : 1

/**
 * Returns the best track in a language. Prefers, in this order:
 * - the nearest regional variant
 * - tracks without descriptions of sounds
 * - the default track of the file
 * - the track with the most cues
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

/**
 * Returns the subtitle track to start with. Returns undefined if no track should be shown. Unavailable tracks are
 * ignored.
 */
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
  // The user understands the audio and needs only forced subtitles, which translate signs and foreign dialog.
  const inSpoken = spoken === null ? [] : [spoken]
  return firstOf(forced, [...inSpoken, ...languages]) ?? forced.find(({ language }) => language === null)
}
