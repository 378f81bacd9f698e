import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok } from "@media/wire/Envelope"
import { QueryBoolean } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { HistoryEntry } from "../history/contract.ts"
import { FailUndoConflict, TargetUndoBody } from "../undo/contract.ts"
import { UndoReport } from "../undo/shapes.ts"

const Value = HistoryEntry.fields.changes.value.fields.to
const position = Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 2 ** 53 - 1))

export const TimelineParams = Schema.Struct({
  before: Schema.optional(position),
  limit: Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 200)), {
    default: () => 50
  }),
  /** True to include changes that the server found in files. */
  files: Schema.optionalWith(QueryBoolean, { default: () => false })
})
export type TimelineParams = typeof TimelineParams.Type

export const Timeline = Schema.Struct({
  items: Schema.Array(HistoryEntry),
  /** The value of `before` for the next request, or null on the last page. */
  nextBefore: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "Timeline" })
export type Timeline = typeof Timeline.Type

export const AsOf = Schema.Struct({
  at: Timestamp,
  /**
   * Position of the last change up to the requested time, or 0 if no change existed. Send this position as
   * `sincePosition` to restore the values.
   */
  position: Schema.Int,
  /** Values at the requested time that differ from the current values. */
  values: Schema.Array(
    Schema.Struct({ part: Schema.String, field: Schema.String, value: Value, now: Value })
  ),
  /** Values at the requested time that are still the same. */
  same: Schema.Array(Schema.Struct({ part: Schema.String, field: Schema.String, value: Value }))
}).annotations({ identifier: "AsOf" })
export type AsOf = typeof AsOf.Type

const instant = Schema.String.pipe(
  Schema.filter((text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)), {
    message: () => "must be a date or a timestamp such as 2026-01-31T12:00:00Z"
  })
)

/**
 * Selects the state of an item or entity at a time (`at`) or after an event (`position`). The default is the current
 * time.
 */
export const AsOfParams = Schema.Struct({
  at: Schema.optional(instant),
  position: Schema.optional(position)
})
export type AsOfParams = typeof AsOfParams.Type

/**
 * Returns the routes for the history of one kind of item or entity. Members see and undo only changes to their own
 * state.
 */
const timelineGroup = <const Id extends string>(id: Id, path: `/${string}`) =>
  HttpApiGroup.make(id)
    .add(
      HttpApiEndpoint.get("list", `${path}/:id/history`)
        .setPath(idPath)
        .setUrlParams(TimelineParams)
        .addSuccess(Ok("TimelineResponse", Timeline))
        .addError(FailNotFound)
        .addError(FailInvalid)
    )
    .add(
      /** Returns the values at a time or after an event, compared with the current values. */
      HttpApiEndpoint.get("asOf", `${path}/:id/as-of`)
        .setPath(idPath)
        .setUrlParams(AsOfParams)
        .addSuccess(Ok("AsOfResponse", AsOf))
        .addError(FailNotFound)
        .addError(FailInvalid)
    )
    .add(
      HttpApiEndpoint.post("undo", `${path}/:id/undo`)
        .setPath(idPath)
        .setPayload(TargetUndoBody)
        .addSuccess(Ok("UndoTargetResponse", UndoReport))
        .addError(FailNotFound)
        .addError(FailInvalid)
        .addError(FailUndoConflict)
    )
    .middleware(RequireSession)

export class VideoHistoryGroup extends timelineGroup("videoHistory", "/api/videos") {}
export class SeriesHistoryGroup extends timelineGroup("seriesHistory", "/api/video/series") {}
export class SeasonHistoryGroup extends timelineGroup("seasonHistory", "/api/video/seasons") {}
export class ImageHistoryGroup extends timelineGroup("imageHistory", "/api/images") {}
export class GalleryHistoryGroup extends timelineGroup("galleryHistory", "/api/galleries") {}
export class AlbumHistoryGroup extends timelineGroup("albumHistory", "/api/audio-libraries") {}
export class TrackHistoryGroup extends timelineGroup("trackHistory", "/api/audio-tracks") {}
export class BookHistoryGroup extends timelineGroup("bookHistory", "/api/books") {}
export class PerformerHistoryGroup extends timelineGroup("performerHistory", "/api/performers") {}
export class StudioHistoryGroup extends timelineGroup("studioHistory", "/api/studios") {}
export class AuthorHistoryGroup extends timelineGroup("authorHistory", "/api/authors") {}
export class TagHistoryGroup extends timelineGroup("tagHistory", "/api/tags") {}
