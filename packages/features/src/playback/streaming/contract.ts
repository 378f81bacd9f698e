import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

export const StreamTrack = Schema.Struct({
  /** The index of the stream in the file, for `audio` and `subtitle` in the query of a playlist. */
  index: Schema.Int,
  codec: Schema.String,
  language: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  channels: Schema.NullOr(Schema.Int),
  /** True for the track that is played by default. */
  isUsual: Schema.Boolean,
  isForced: Schema.Boolean
}).annotations({ identifier: "StreamTrack" })
export type StreamTrack = typeof StreamTrack.Type

export const HlsTracks = Schema.Struct({
  audio: Schema.Array(StreamTrack),
  /** Bitmap subtitles, which are burned in if a viewer selects them. Text subtitles are not part of the stream. */
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
  /** The progress of all renditions together, from 0 to 1. */
  progress: Schema.Number,
  speed: Schema.optional(Schema.Number),
  etaSeconds: Schema.optional(Schema.Number),
  jobRunId: Schema.optional(Uuid),
  error: Schema.optional(Schema.String),
  /** Problems of a video that is still playable, such as audio that cannot be decoded. */
  warnings: Schema.optional(Schema.Array(Schema.String)),
  /** The tracks that can be selected. Omitted until the file was examined. */
  tracks: Schema.optional(HlsTracks)
}).annotations({ identifier: "HlsStatus" })
export type HlsStatus = typeof HlsStatus.Type

/**
 * The index of a selected track, as in the query of a playlist. If it is given, the status refers to the segments with
 * this track.
 */
const trackIndex = Schema.optional(Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, 99_999)))

export class PlaybackGroup extends HttpApiGroup.make("playback")
  .add(
    HttpApiEndpoint.get("hlsStatus", "/api/video-stream/:id/hls/status")
      .setPath(idPath)
      .setUrlParams(Schema.Struct({ audio: trackIndex, subtitle: trackIndex }))
      .addSuccess(Ok("HlsStatusResponse", HlsStatus))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
