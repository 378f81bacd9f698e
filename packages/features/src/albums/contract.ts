import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Page } from "@media/wire/Envelope"
import { pageParams } from "@media/wire/Query"
import { RequireSession } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { AudioTrackSummary } from "../audio/contract.ts"
import { ItemFilter, itemGroup, itemSummaryFields } from "../items/contract.ts"
import { groupDetailFields, groupSummaryFields } from "../items/groupFields.ts"
import { albumKind } from "./kind.ts"

const summaryFields = {
  ...itemSummaryFields,
  kind: Schema.Literal(albumKind.kind),
  ...groupSummaryFields,
  /** Null where there is none, and where each track has its own. */
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int)
}
export const AlbumSummary = Schema.Struct(summaryFields).annotations({ identifier: "AlbumSummary" })
export type AlbumSummary = typeof AlbumSummary.Type
export const Album = Schema.Struct({ ...summaryFields, ...groupDetailFields }).annotations({
  identifier: "Album"
})
export type Album = typeof Album.Type

export class AlbumsGroup extends itemGroup("albums", {
  name: "Album",
  path: albumKind.paths.list,
  list: HttpApiEndpoint.get("list", albumKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("AlbumsResponse", AlbumSummary)),
  detail: Album
}) {}

/** What is in an album, in its order. */
export class AlbumTracksGroup extends HttpApiGroup.make("albumTracks")
  .add(
    HttpApiEndpoint.get("tracks", `${albumKind.paths.list}/:id/tracks`)
      .setPath(Schema.Struct({ id: Schema.String }))
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("AlbumTracksResponse", AudioTrackSummary))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}
