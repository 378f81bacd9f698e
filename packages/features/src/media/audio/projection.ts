import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { lastOfStreams, projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { heardOn } from "./artists.ts"
import { AudioDecoded, type AudioEvent, AudioProbed } from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = AudioEvent | NewContent | typeof LibraryItemsForgotten.Type

/** Row of the columns that only tracks have. Columns of all items are in the `items` table (see `summaries.ts`). */
const FactsRow = Schema.Struct({
  id: Uuid,
  ...AudioProbed.omit("_tag", "size", "mtimeMs", "duration", "oshash", "title", "date").fields
})
const ArtistRow = Schema.Struct({
  id: Uuid,
  ordinal: Schema.Int,
  artistId: Uuid,
  name: Schema.String
})
const DecodedRow = Schema.Struct({ id: Uuid, ...AudioDecoded.pick("seconds").fields })
const columns = { id: "item_id" }

const forgetArtists = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from track_artists where item_id = any(${ids as Array<string>}::uuid[])`
  )
const forget = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipRight(
      forgetArtists(ids),
      sql`delete from audio_facts where item_id = any(${ids as Array<string>}::uuid[])`
    )
  )

/** Writes the artists of tracks. If a batch contains several probes of one track, only the last probe is written. */
const writeArtists = (events: ReadonlyArray<Recorded<typeof AudioProbed.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const last = new Map(events.map(({ event, streamId }) => [streamId, heardOn(event)]))
    yield* forgetArtists([...last.keys()])
    const rows = recordset(
      ArtistRow,
      [...last].flatMap(([id, artists]) => artists.map((artist, ordinal) => ({ ...artist, id, ordinal }))),
      { columns }
    )
    yield* sql`
      insert into track_artists (${rows.columns}) select ${rows.values}
      from ${rows.from} join items v on v.id = x.item_id for key share of v`
  })
/**
 * Deletes the waveforms of removed tracks. Waveforms are not part of the event log (see `waveforms.ts`). When a file
 * changes, its old waveform is not deleted here: it is recognized as outdated by its stored size and modification time,
 * and is replaced later.
 */
const forgetWaveforms = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from audio_waveforms where item_id = any(${ids as Array<string>}::uuid[])`
  )
const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  forget(events.map(({ streamId }) => streamId))

/** Stores the columns that only tracks have. The facts of deleted items are not written. */
export const audioProjection = projection<Projected>({
  name: "audio",
  tables: ["audio_facts", "track_artists"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "audio.probed.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(FactsRow, events.map(recordedRow), { columns })
        return Effect.zipRight(
          writeArtists(events),
          sql`
            insert into audio_facts (${rows.columns}) select ${rows.values}
            from ${rows.from} join items v on v.id = x.item_id for key share of v
            on conflict (item_id) do update set ${rows.excluded}`
        )
      }),
    "audio.decoded.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(DecodedRow, lastOfStreams(events).map(recordedRow))
        return sql`
          update audio_facts f set decoded_seconds = x.seconds from ${rows.from} where f.item_id = x.id`
      }),
    "library.items-forgotten.v1": (events) => {
      const ids = events.flatMap(({ event }) => event.itemIds)
      return Effect.zipRight(forget(ids), forgetWaveforms(ids))
    }
  }
})
