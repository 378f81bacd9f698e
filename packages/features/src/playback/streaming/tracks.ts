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

/** Adds the selected tracks to the source. None if a selected track is not in the file. */
export const withTracks = (source: HlsSource, choice: TrackChoice): Option.Option<HlsSource> =>
  Option.map(Option.fromNullable(settledChoice(source.probe, choice)), (tracks) => ({ ...source, tracks }))

const INDEX = /^(0|[1-9]\d{0,4})$/

/** Parses `audio` and `subtitle` in a query string as stream indexes. Returns `undefined` if an index is invalid. */
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

/** Returns the tracks that a viewer can choose. */
export const tracksOf = (facts: ProbeFacts): HlsTracks => {
  const usual = mainAudio(facts)?.index
  return {
    audio: choosableAudio(facts).map((stream) => toTrack(stream, stream.index === usual)),
    subtitles: bitmapSubtitles(facts).map((stream) => toTrack(stream, false))
  }
}
