import type { AudioTrack } from "@media/features/media/audio/contract"
import type { Fact } from "@/features/items/page/useItemFacts"
import { codecName } from "@/lib/codecName"
import { bitRate, clock, grouped, moment } from "@/lib/format"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

type Word = Exclude<keyof (typeof messages)["texts"], "cutShort" | "gainText" | "playCountText">
const t = (key: Word) => translate(messages, key)

/** Returns the facts shown on a track's page: first those from its tags, then those about its encoding. */
export const trackFacts = (track: AudioTrack): ReadonlyArray<Fact> => [
  [t("artist"), track.artist],
  [t("album"), track.album],
  [t("albumArtist"), track.albumArtist],
  [t("disc"), track.discNumber?.toString()],
  [t("track"), track.trackNumber?.toString()],
  [t("genre"), track.genre],
  [t("lyrics"), track.hasLyrics ? t("lyricsInFile") : undefined],
  [
    t("playCount"),
    track.userState.playCount > 0
      ? translate(messages, "playCountText", { count: track.userState.playCount })
      : undefined
  ],
  [t("playedAt"), track.userState.lastPlayedAt === null ? undefined : moment(track.userState.lastPlayedAt)],
  [t("duration"), track.duration === null ? undefined : clock(track.duration)],
  [t("container"), track.container],
  [t("codec"), track.codec === null ? undefined : codecName(track.codec)],
  [t("bitRate"), track.bitRate === null ? undefined : bitRate(track.bitRate)],
  [t("sampleRate"), track.sampleRate === null ? undefined : `${grouped(track.sampleRate / 1_000)} kHz`],
  [t("channels"), track.channels?.toString()],
  [
    t("gain"),
    track.gain.track === null
      ? undefined
      : translate(messages, "gainText", { gain: track.gain.track.toFixed(2) })
  ]
]
