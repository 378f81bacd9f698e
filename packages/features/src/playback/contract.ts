import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { RequireSession } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

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
  warnings: Schema.optional(Schema.Array(Schema.String))
}).annotations({ identifier: "HlsStatus" })
export type HlsStatus = typeof HlsStatus.Type

export class PlaybackGroup extends HttpApiGroup.make("playback")
  .add(
    HttpApiEndpoint.get("hlsStatus", "/api/video-stream/:id/hls/status")
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(Ok("HlsStatusResponse", HlsStatus))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
