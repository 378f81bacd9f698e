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
  /** Null if unknown, or if each track has its own. */
  artist: Schema.NullOr(Schema.String),
  /** The album artists, each with a page. */
  artists: Schema.Array(ArtistRef),
  year: Schema.NullOr(Schema.Int)
}
export const AlbumSummary = Schema.Struct(summaryFields).annotations({ identifier: "AlbumSummary" })
export type AlbumSummary = typeof AlbumSummary.Type
export const Album = Schema.Struct({ ...summaryFields, ...groupDetailFields }).annotations({
  identifier: "Album"
})
export type Album = typeof Album.Type

/** With `artist`, the albums of an artist are sorted by year. */
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

/** The tracks of an album, in order. */
export class AlbumTracksGroup extends HttpApiGroup.make("albumTracks")
  .add(
    HttpApiEndpoint.get("tracks", `${albumKind.paths.list}/:id/tracks`)
      .setPath(idPath)
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("AlbumTracksResponse", AudioTrackSummary))
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}

/** An artist named in tags: a person, a band, an orchestra. Identified only by name. */
export const Artist = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** The number of visible albums by this artist. */
  albums: Schema.Int,
  /** The number of visible tracks with this artist. */
  tracks: Schema.Int,
  /** The picture of one of the artist's albums, or of a track. */
  picture: Schema.NullOr(Picture)
}).annotations({ identifier: "Artist" })
export type Artist = typeof Artist.Type

export const ArtistFilter = Schema.Struct({
  ...pageParams,
  /** Part of the name. */
  q: Schema.optional(SafeText(200)),
  libraryId: Schema.optional(Uuid),
  /** Only artists with their own albums. */
  hasAlbums: Schema.optional(QueryBoolean)
})
export type ArtistFilter = typeof ArtistFilter.Type

const artists = resource({ name: "Artist", path: "/api/audio-artists", detail: Artist, summary: Artist })

/** Lists artists by name, limited to artists of tracks and albums that the caller may see. */
export class ArtistsGroup extends HttpApiGroup.make("artists")
  .add(artists.list.setUrlParams(ArtistFilter))
  .add(artists.get)
  .middleware(RequireSession) {}
