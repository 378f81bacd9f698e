import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { albumBy } from "../audio/artists.ts"
import type { AlbumEvent } from "./events.ts"

type Projected = AlbumEvent | typeof LibraryItemsForgotten.Type

const forgetArtists = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from album_artists where item_id = any(${ids as Array<string>}::uuid[])`
  )

/** The additional columns of albums. */
export const albumsProjection = projection<Projected>({
  name: "albums",
  tables: ["album_facts", "album_artists"],
  handlers: {
    "album.described.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // For several events of one album, the last one counts.
        const last = [
          ...new Map(events.map(({ event, streamId }) => [streamId, { ...event, id: streamId }])).values()
        ]
        const artists = last.flatMap((album) =>
          albumBy({ ...album, isVarious: album.isVarious === true }).map((artist, ordinal) => ({
            ...artist,
            id: album.id,
            ordinal
          }))
        )
        yield* sql`
          insert into album_facts (item_id, key, artist, year, is_various)
          select x.id, x.key, x.artist, x.year, coalesce(x."isVarious", false)
          from jsonb_to_recordset(${JSON.stringify(last)}::jsonb)
            as x(id uuid, key text, artist text, year int, "isVarious" boolean)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set key = excluded.key, artist = excluded.artist, year = excluded.year,
            is_various = excluded.is_various`
        yield* forgetArtists(last.map(({ id }) => id))
        yield* sql`
          insert into album_artists (item_id, ordinal, artist_id, name)
          select x.id, x.ordinal, x."artistId", x.name
          from jsonb_to_recordset(${JSON.stringify(artists)}::jsonb)
            as x(id uuid, ordinal int, "artistId" uuid, name text)
            join items v on v.id = x.id for key share of v`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = events.flatMap(({ event }) => event.itemIds)
        yield* sql`delete from album_facts where item_id = any(${ids}::uuid[])`
        yield* forgetArtists(ids)
      })
  }
})
