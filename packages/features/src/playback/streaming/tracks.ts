import type { HlsSource } from "@media/media-tools/hls/HlsEngine"
import {
  bitmapSubtitles,
  choosableAudio,
  settledChoice,
  type TrackChoice
} from "@media/media-tools/hls/TrackChoice"
import { mainAudio, type ProbeFacts, type StreamFacts } from "@media/media-tools/ProbeFacts"
import * as Option from "effect/Option"
import type { HlsTracks, StreamTrack } from "./contract.ts"

/**
 * The selected tracks from the query of a playlist, segment or status; undefined if one is not a track of this file.
 */
export const withTracks = (source: HlsSource, choice: TrackChoice): Option.Option<HlsSource> =>
  Option.map(Option.fromNullable(settledChoice(source.probe, choice)), (tracks) => ({ ...source, tracks }))

const INDEX = /^(0|[1-9]\d{0,4})$/

/** `audio` and `subtitle` of a query string, as stream indexes; `undefined` if one is invalid. */
export const choiceOf = (query: URLSearchParams): TrackChoice | undefined => {
  const audio = query.get("audio")
  const subtitle = query.get("subtitle")
  if ([audio, subtitle].some((value) => value !== null && !INDEX.test(value))) return undefined
  return {
    ...(audio === null ? {} : { audio: Number(audio) }),
    ...(subtitle === null ? {} : { subtitle: Number(subtitle) })
  }
}

const toTrack = (stream: StreamFacts, isUsual: boolean): StreamTrack => ({
  index: stream.index,
  codec: stream.codec,
  language: stream.language ?? null,
  title: stream.title ?? null,
  channels: stream.channels ?? null,
  isUsual,
  isForced: stream.isForced
})

/** The tracks that a viewer may choose. */
export const tracksOf = (facts: ProbeFacts): HlsTracks => {
  const usual = mainAudio(facts)?.index
  return {
    audio: choosableAudio(facts).map((stream) => toTrack(stream, stream.index === usual)),
    subtitles: bitmapSubtitles(facts).map((stream) => toTrack(stream, false))
  }
}
