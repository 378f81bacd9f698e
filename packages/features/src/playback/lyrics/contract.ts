import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Ok } from "@media/wire/Envelope"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailConflict, FailNotFound, FailNotReady } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { trackKind } from "../../media/audio/kind.ts"

export const TrackLyrics = Schema.Struct({
  /** The source of the lyrics: a file next to the track, or the track itself. Null if there are no lyrics. */
  source: Schema.NullOr(Schema.Literal("sidecar", "embedded")),
  /** True if every line has a start. The starts are then in ascending order. */
  isTimed: Schema.Boolean,
  lines: Schema.Array(
    Schema.Struct({
      /** The start in seconds. Null if the lyrics have no times. */
      start: Schema.NullOr(Schema.Number),
      /** Empty for instrumental passages. */
      text: Schema.String
    })
  )
}).annotations({ identifier: "TrackLyrics" })
export type TrackLyrics = typeof TrackLyrics.Type

export class LyricsGroup extends HttpApiGroup.make("lyrics")
  .add(
    HttpApiEndpoint.get("get", `${trackKind.paths.list}/:id/lyrics`)
      .setPath(idPath)
      .addSuccess(Ok("TrackLyricsResponse", TrackLyrics))
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailNotReady)
  )
  .middleware(RequireSession) {}
