import type { HlsTracks, StreamTrack } from "@media/features/playback/streaming/contract"
import { formatLocale } from "@/lib/i18n/locale"
import { translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"
import { messages } from "./messages"

/** Stream indexes of the chosen tracks. Undefined means the default audio track, and no burned-in subtitles. */
export interface TrackChoice {
  readonly audio?: number
  readonly subtitle?: number
}

export const isUsual = ({ audio, subtitle }: TrackChoice): boolean =>
  audio === undefined && subtitle === undefined

/** Returns the URL of the master playlist with the chosen tracks. */
export const streamUrl = (hlsUrl: string, { audio, subtitle }: TrackChoice): string => {
  const query = [
    ...(audio === undefined ? [] : [`audio=${audio}`]),
    ...(subtitle === undefined ? [] : [`subtitle=${subtitle}`])
  ].join("&")
  return query === "" ? hlsUrl : `${hlsUrl}${hlsUrl.includes("?") ? "&" : "?"}${query}`
}

/** Returns the name of a language, such as "German". Returns the code itself if the language is unknown. */
const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames([formatLocale.value], { type: "language" }).of(code) ?? code
  } catch {
    return code
  }
}

const SURROUND: Readonly<Record<number, string>> = { 3: "2.1", 6: "5.1", 7: "6.1", 8: "7.1" }

const channelWords = (channels: number | null): string | undefined => {
  if (channels === null || channels < 1) return undefined
  if (channels === 1) return translate(messages, "mono")
  if (channels === 2) return translate(messages, "stereo")
  return SURROUND[channels] ?? translate(messages, "channels", { count: channels })
}

/**
 * Returns a track's language and title: "German, Director’s commentary". If both are missing, returns the track's
 * number in the list.
 */
export const trackLabel = (track: StreamTrack, position: number): string => {
  const parts = [track.language === null ? undefined : languageName(track.language), track.title].filter(
    (part) => part !== undefined && part !== null && part !== ""
  )
  return parts.length === 0 ? translate(messages, "track", { number: position + 1 }) : parts.join(", ")
}

export const audioEntries = ({ audio }: HlsTracks): ReadonlyArray<MenuEntry> =>
  audio.map((track, position) => {
    const hint = channelWords(track.channels)
    return {
      id: String(track.index),
      label: trackLabel(track, position),
      ...(hint === undefined ? {} : { hint })
    }
  })

export const OFF = "off"

export const subtitleEntries = ({ subtitles }: HlsTracks): ReadonlyArray<MenuEntry> => [
  { id: OFF, label: translate(messages, "off") },
  ...subtitles.map((track, position) => ({
    id: String(track.index),
    label: trackLabel(track, position),
    ...(track.isForced ? { hint: translate(messages, "forced") } : {})
  }))
]

/** Returns the current audio track. */
export const playedAudio = ({ audio }: HlsTracks, choice: TrackChoice): StreamTrack | undefined =>
  audio.find(({ index }) => index === choice.audio) ?? audio.find((track) => track.isUsual)

/** Returns the choice with another audio track. For the default track, the choice contains no audio track. */
export const withAudio = (tracks: HlsTracks, { subtitle }: TrackChoice, index: number): TrackChoice => ({
  ...(tracks.audio.some((track) => track.index === index && track.isUsual) ? {} : { audio: index }),
  ...(subtitle === undefined ? {} : { subtitle })
})

export const withSubtitle = ({ audio }: TrackChoice, id: string): TrackChoice => ({
  ...(audio === undefined ? {} : { audio }),
  ...(id === OFF ? {} : { subtitle: Number(id) })
})
