import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { handleAll } from "@media/wire/HandleAll"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import { listTracks } from "../audio/queries.ts"
import { itemHandlers } from "../../catalog/items/http.ts"
import { getArtist, listArtists } from "./artists.ts"
import { AlbumsGroup, AlbumTracksGroup, ArtistsGroup } from "./contract.ts"
import { albumReads } from "./queries.ts"
import { removeItem } from "../../library/trash/commands.ts"

export const AlbumsLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(AlbumsGroup), "albums", (handlers) =>
  handleAll(handlers, itemHandlers({ ...albumReads, remove: removeItem }))
)

export const AlbumTracksLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AlbumTracksGroup),
  "albumTracks",
  (handlers) =>
    handlers.handle("tracks", ({ path, urlParams }) =>
      respondTo((principal) =>
        Effect.zipRight(
          albumReads.get(principal, path.id),
          listTracks(principal, { ...urlParams, parentId: path.id, sort: "ordinal", order: "asc" })
        )
      )
    )
)

export const ArtistsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ArtistsGroup),
  "artists",
  (handlers) => handlers.handle("list", Serve.list(listArtists)).handle("get", Serve.get(getArtist))
)
