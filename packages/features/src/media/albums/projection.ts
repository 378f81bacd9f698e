import * as SqlClient from "@effect/sql/SqlClient"
import { lastOfStreams, projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { albumBy } from "../audio/artists.ts"
import { AlbumDescribed, type AlbumEvent } from "./events.ts"

type Projected = AlbumEvent | typeof LibraryItemsForgotten.Type

const FactsRow = Schema.Struct({
  id: Uuid,
  ...AlbumDescribed.pick("key", "artist", "year").fields,
  isVarious: Schema.Boolean
})
const ArtistRow = Schema.Struct({ id: Uuid, ordinal: Schema.Int, artistId: Uuid, name: Schema.String })
const columns = { id: "item_id" }

const forgetArtists = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from album_artists where item_id = any(${ids as Array<string>}::uuid[])`
  )

/** Stores the columns that only albums have. */
export const albumsProjection = projection<Projected>({
  name: "albums",
  tables: ["album_facts", "album_artists"],
  handlers: {
    "album.described.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // If a batch contains several events of one album, only the last event is written.
        const last = lastOfStreams(events).map((each) => ({
          ...recordedRow(each),
          isVarious: each.event.isVarious === true
        }))
        const facts = recordset(FactsRow, last, { columns })
        const artists = recordset(
          ArtistRow,
          last.flatMap((album) =>
            albumBy(album).map((artist, ordinal) => ({ ...artist, id: album.id, ordinal }))
          ),
          { columns }
        )
        yield* sql`
          insert into album_facts (${facts.columns}) select ${facts.values}
          from ${facts.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${facts.excluded}`
        yield* forgetArtists(last.map(({ id }) => id))
        yield* sql`
          insert into album_artists (${artists.columns}) select ${artists.values}
          from ${artists.from} join items v on v.id = x.item_id for key share of v`
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
