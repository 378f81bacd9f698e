import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { RequireSession } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

export const StreamTrack = Schema.Struct({
  /** Of the stream in the file; what `audio` and `subtitle` of a playlist's query take. */
  index: Schema.Int,
  codec: Schema.String,
  language: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  channels: Schema.NullOr(Schema.Int),
  /** It is the one that is played when none is chosen. */
  isUsual: Schema.Boolean,
  isForced: Schema.Boolean
}).annotations({ identifier: "StreamTrack" })
export type StreamTrack = typeof StreamTrack.Type

export const HlsTracks = Schema.Struct({
  audio: Schema.Array(StreamTrack),
  /** Subtitles that are pictures: chosen, they are drawn into the frames. Text is no part of the stream. */
  subtitles: Schema.Array(StreamTrack)
}).annotations({ identifier: "HlsTracks" })
export type HlsTracks = typeof HlsTracks.Type

export const HlsStatus = Schema.Struct({
  state: Schema.Literal("absent", "stale", "generating", "fresh", "failed"),
  renditions: Schema.Array(
    Schema.Struct({
      height: Schema.Int,
      width: Schema.Int,
      bandwidth: Schema.Int,
      codecs: Schema.String,
      segmentsReady: Schema.Int,
      segmentsTotal: Schema.Int,
      copy: Schema.Boolean
    })
  ),
  /** 0 to 1 over all renditions. */
  progress: Schema.Number,
  speed: Schema.optional(Schema.Number),
  etaSeconds: Schema.optional(Schema.Number),
  jobRunId: Schema.optional(Uuid),
  error: Schema.optional(Schema.String),
  /** What is missing although it plays, such as audio that cannot be decoded. */
  warnings: Schema.optional(Schema.Array(Schema.String)),
  /** What may be chosen beside the height; absent while the file is not examined. */
  tracks: Schema.optional(HlsTracks)
}).annotations({ identifier: "HlsStatus" })
export type HlsStatus = typeof HlsStatus.Type

/** The chosen tracks, as on a playlist: the status is about what is made for them. */
const trackIndex = Schema.optional(Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, 99_999)))

export class PlaybackGroup extends HttpApiGroup.make("playback")
  .add(
    HttpApiEndpoint.get("hlsStatus", "/api/video-stream/:id/hls/status")
      .setPath(Schema.Struct({ id: Schema.String }))
      .setUrlParams(Schema.Struct({ audio: trackIndex, subtitle: trackIndex }))
      .addSuccess(Ok("HlsStatusResponse", HlsStatus))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
