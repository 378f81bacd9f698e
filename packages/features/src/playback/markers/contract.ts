import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams, SafeText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { limits as queryLimits } from "@media/query/Tree"
import { Picture } from "@media/wire/Picture"
import { EntityName } from "../../catalog/relations/contract.ts"
import { longestSeconds } from "../../catalog/user-items/contract.ts"
import { trackKind } from "../../media/audio/kind.ts"
import { videoKind } from "../../media/videos/kind.ts"

const anyMarkerFields = {
  id: Uuid,
  title: Schema.String,
  /** The start in seconds from the beginning of the item. */
  start: Schema.Number,
  /** The end in seconds. Null for a single moment. */
  end: Schema.NullOr(Schema.Number),
  /** The names of the marker's tags, sorted. */
  tags: Schema.Array(Schema.String),
  createdAt: Timestamp
}
const markerFields = { ...anyMarkerFields, videoId: Uuid }

export const Marker = Schema.Struct(markerFields).annotations({ identifier: "Marker" })
export type Marker = typeof Marker.Type

export const TrackMarker = Schema.Struct({ ...anyMarkerFields, trackId: Uuid }).annotations({
  identifier: "TrackMarker"
})
export type TrackMarker = typeof TrackMarker.Type

/** A marker in the list of the markers of all videos. */
export const WallMarker = Schema.Struct({
  ...markerFields,
  videoTitle: Schema.String,
  /** The duration of the video in seconds. */
  videoDuration: Schema.NullOr(Schema.Number),
  picture: Schema.NullOr(Picture)
}).annotations({ identifier: "WallMarker" })
export type WallMarker = typeof WallMarker.Type

const Title = SafeText(200).pipe(
  Schema.filter((title) => title.trim() !== "", { message: () => "must not be empty" })
)
const Seconds = Schema.Number.pipe(
  Schema.filter((seconds) => seconds >= 0 && seconds <= longestSeconds, {
    message: () => `must be a time in seconds, from 0 to ${longestSeconds}`
  })
)

/** Names or ids of tags. A tag is created for each unknown name. */
const tags = Schema.optional(
  Schema.Array(EntityName).pipe(Schema.maxItems(100, { message: () => "must have at most 100 entries" }))
)

export const NewMarker = Body({
  title: Title,
  start: Seconds,
  end: Schema.optional(Schema.NullOr(Seconds)),
  tags
})
export type NewMarker = typeof NewMarker.Type

export const MarkerPatch = Body({
  title: Schema.optional(Title),
  start: Schema.optional(Seconds),
  end: Schema.optional(Schema.NullOr(Seconds)),
  /** Replaces all tags that the caller may see. Tags that are hidden from the caller are kept. */
  tags
})
export type MarkerPatch = typeof MarkerPatch.Type

export const MarkerFilter = Schema.Struct({
  ...pageParams,
  /**
   * Words in the title of the marker or the video, and conditions such as `start<10m`. See docs/generated/fields.md.
   */
  q: Schema.optional(SafeText(queryLimits.text)),
  libraryId: Schema.optional(Uuid),
  sort: Schema.optionalWith(Schema.Literal("createdAt", "title", "random"), {
    default: () => "createdAt" as const
  })
})
export type MarkerFilter = typeof MarkerFilter.Type

const markerPath = Schema.Struct({ id: Schema.String, markerId: Schema.String })
const markerQuery = Schema.Struct({ markerId: Schema.String })

interface MarkedKind<Marker, Encoded> {
  readonly path: `/${string}`
  readonly marker: Schema.Schema<Marker, Encoded>
  /** The name of this kind's markers in schema names: `one` is the singular, `all` the plural. */
  readonly one: string
  readonly all: string
}
/** Builds the marker routes of an item kind. All kinds have the same routes. */
const markerRoutes = <Marker, Encoded>({ all, marker, one, path }: MarkedKind<Marker, Encoded>) => ({
  list: HttpApiEndpoint.get("list", path)
    .setPath(idPath)
    .addSuccess(Ok(`${all}Response`, Schema.Array(marker)))
    .addError(FailNotFound),
  add: HttpApiEndpoint.post("add", path)
    .setPath(idPath)
    .setPayload(NewMarker)
    .addSuccess(Ok(`Add${one}Response`, marker, 201))
    .addError(FailNotFound)
    .addError(FailInvalid)
    .addError(FailConflict),
  change: HttpApiEndpoint.patch("change", `${path}/:markerId`)
    .setPath(markerPath)
    .setPayload(MarkerPatch)
    .addSuccess(Ok(`${one}Response`, marker))
    .addError(FailNotFound)
    .addError(FailInvalid)
    .addError(FailConflict),
  remove: HttpApiEndpoint.del("remove", `${path}/:markerId`)
    .setPath(markerPath)
    .addSuccess(OkNull)
    .addError(FailNotFound)
    .addError(FailConflict)
})
const videoPath = `${videoKind.paths.list}/:id/markers` as const
const ofVideo = markerRoutes({ path: videoPath, marker: Marker, one: "Marker", all: "VideoMarkers" })
const ofTrack = markerRoutes({
  path: `${trackKind.paths.list}/:id/markers`,
  marker: TrackMarker,
  one: "TrackMarker",
  all: "TrackMarkers"
})

export class MarkersGroup extends HttpApiGroup.make("markers")
  .add(
    HttpApiEndpoint.get("wall", "/api/markers")
      .setUrlParams(MarkerFilter)
      .addSuccess(Page("MarkersResponse", WallMarker))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(ofVideo.list)
  .middleware(RequireSession) {}

/** Routes that change markers. The id of a marker may be in the path or in the query. */
export class MarkersAdminGroup extends HttpApiGroup.make("markersAdmin")
  .add(ofVideo.add)
  .add(ofVideo.change)
  .add(
    HttpApiEndpoint.patch("changeNamed", videoPath)
      .setPath(idPath)
      .setUrlParams(markerQuery)
      .setPayload(MarkerPatch)
      .addSuccess(Ok("MarkerResponse", Marker))
      .addError(FailNotFound)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .add(ofVideo.remove)
  .add(
    HttpApiEndpoint.del("removeNamed", videoPath)
      .setPath(idPath)
      .setUrlParams(markerQuery)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}

export class TrackMarkersGroup extends HttpApiGroup.make("trackMarkers")
  .add(ofTrack.list)
  .middleware(RequireSession) {}

export class TrackMarkersAdminGroup extends HttpApiGroup.make("trackMarkersAdmin")
  .add(ofTrack.add)
  .add(ofTrack.change)
  .add(ofTrack.remove)
  .middleware(RequireAdmin) {}
