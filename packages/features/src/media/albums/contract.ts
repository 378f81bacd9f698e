import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Picture } from "@media/wire/Picture"
import { Page } from "@media/wire/Envelope"
import { pageParams, QueryBoolean, SafeText } from "@media/wire/Query"
import { idPath, resource } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { ArtistRef, AudioTrackSummary } from "../audio/contract.ts"
import { byArtist, ItemFilter, itemGroup, itemSummaryFields, sortBy } from "../../catalog/items/contract.ts"
import { ListParams } from "../../catalog/items/listParams.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { groupDetailFields, groupSummaryFields } from "../../catalog/items/groupFields.ts"
import { albumKind } from "./kind.ts"

const summaryFields = {
  ...itemSummaryFields,
  kind: Schema.Literal(albumKind.kind),
  ...groupSummaryFields,
  /** The album artist. Null if unknown, or if the tracks have different artists. */
  artist: Schema.NullOr(Schema.String),
  /** The album artists. Each artist has a page. */
  artists: Schema.Array(ArtistRef),
  year: Schema.NullOr(Schema.Int)
}
export const AlbumSummary = Schema.Struct(summaryFields).annotations({ identifier: "AlbumSummary" })
export type AlbumSummary = typeof AlbumSummary.Type
export const Album = Schema.Struct({ ...summaryFields, ...groupDetailFields }).annotations({
  identifier: "Album"
})
export type Album = typeof Album.Type

/** If the list is filtered by `artist`, the albums are sorted by year. */
export const AlbumFilter = ListParams({
  ...ItemFilter.fields,
  ...byArtist,
  sort: sortBy("artist")
})

export class AlbumsGroup extends itemGroup("albums", {
  name: "Album",
  path: albumKind.paths.list,
  list: HttpApiEndpoint.get("list", albumKind.paths.list)
    .setUrlParams(AlbumFilter)
    .addSuccess(Page("AlbumsResponse", AlbumSummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: Album
}) {}

/** Lists the tracks of an album in order. */
export class AlbumTracksGroup extends HttpApiGroup.make("albumTracks")
  .add(
    HttpApiEndpoint.get("tracks", `${albumKind.paths.list}/:id/tracks`)
      .setPath(idPath)
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("AlbumTracksResponse", AudioTrackSummary))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}

/** An artist in the tags of tracks: a person, a band or an orchestra. An artist is identified only by name. */
export const Artist = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** The number of visible albums by this artist. */
  albums: Schema.Int,
  /** The number of visible tracks with this artist. */
  tracks: Schema.Int,
  /** The picture of one of the artist's albums or tracks. */
  picture: Schema.NullOr(Picture)
}).annotations({ identifier: "Artist" })
export type Artist = typeof Artist.Type

export const ArtistFilter = Schema.Struct({
  ...pageParams,
  /** Text that the name must contain. */
  q: Schema.optional(SafeText(200)),
  libraryId: Schema.optional(Uuid),
  /** True to return only artists who have their own albums. */
  hasAlbums: Schema.optional(QueryBoolean)
})
export type ArtistFilter = typeof ArtistFilter.Type

const artists = resource({ name: "Artist", path: "/api/audio-artists", detail: Artist, summary: Artist })

/** Lists the artists of the tracks and albums that the caller may see, sorted by name. */
export class ArtistsGroup extends HttpApiGroup.make("artists")
  .add(artists.list.setUrlParams(ArtistFilter))
  .add(artists.get)
  .middleware(RequireSession) {}
