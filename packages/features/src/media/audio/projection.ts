import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { heardOn } from "./artists.ts"
import type { AudioEvent, AudioProbed } from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = AudioEvent | NewContent | typeof LibraryItemsForgotten.Type

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

/** For several probes of one track in a batch, the last one counts. */
const writeArtists = (events: ReadonlyArray<Recorded<typeof AudioProbed.Type>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const last = new Map(events.map(({ event, streamId }) => [streamId, heardOn(event)]))
    yield* forgetArtists([...last.keys()])
    const rows = [...last].flatMap(([id, artists]) =>
      artists.map((artist, ordinal) => ({ ...artist, id, ordinal }))
    )
    yield* sql`
      insert into track_artists (item_id, ordinal, artist_id, name)
      select x.id, x.ordinal, x."artistId", x.name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, ordinal int, "artistId" uuid, name text)
        join items v on v.id = x.id for key share of v`
  })
/** Not part of the log (`waveforms.ts`): a waveform of other content is recognized by its stamp and replaced. */
const forgetWaveforms = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from audio_waveforms where item_id = any(${ids as Array<string>}::uuid[])`
  )
const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  forget(events.map(({ streamId }) => streamId))

/** The additional columns of a track. Facts of a deleted item are not written. */
export const audioProjection = projection<Projected>({
  name: "audio",
  tables: ["audio_facts", "track_artists"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "audio.probed.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.zipRight(
          writeArtists(events),
          sql`
          insert into audio_facts as f (item_id, artist, album, album_artist, disc_number, track_number, year, genre,
            container, codec, bit_rate, sample_rate, channels, track_gain, track_peak, album_gain, album_peak, has_lyrics,
            is_compilation, cover_stream, chapters)
          select x.id, x.artist, x.album, x."albumArtist", x."discNumber", x."trackNumber", x.year, x.genre,
            x.container, x.codec, x."bitRate", x."sampleRate", x.channels, x."trackGain", x."trackPeak", x."albumGain",
            x."albumPeak", x."hasLyrics", x."isCompilation", x."coverStream", x.chapters
          from jsonb_to_recordset(${JSON.stringify(events.map(({ event, streamId }) => ({ id: streamId, ...event })))}::jsonb)
            as x(id uuid, artist text, album text, "albumArtist" text, "discNumber" int, "trackNumber" int, year int,
                 genre text, container text, codec text, "bitRate" bigint, "sampleRate" int, channels int,
                 "trackGain" float8, "trackPeak" float8, "albumGain" float8, "albumPeak" float8, "hasLyrics" boolean,
                 "isCompilation" boolean, "coverStream" int, chapters jsonb)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            artist = excluded.artist, album = excluded.album, album_artist = excluded.album_artist,
            disc_number = excluded.disc_number, track_number = excluded.track_number, year = excluded.year,
            genre = excluded.genre, container = excluded.container, codec = excluded.codec,
            bit_rate = excluded.bit_rate, sample_rate = excluded.sample_rate, channels = excluded.channels,
            track_gain = excluded.track_gain, track_peak = excluded.track_peak, album_gain = excluded.album_gain,
            album_peak = excluded.album_peak, has_lyrics = excluded.has_lyrics,
            is_compilation = excluded.is_compilation, cover_stream = excluded.cover_stream, chapters = excluded.chapters`
        )
      ),
    "audio.decoded.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        // Several in a batch: the last one counts.
        const last = new Map(events.map(({ event, streamId }) => [streamId, event.seconds]))
        const rows = [...last].map(([id, seconds]) => ({ id, seconds }))
        return sql`
          update audio_facts f set decoded_seconds = x.seconds
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, seconds float8) where f.item_id = x.id`
      }),
    "library.items-forgotten.v1": (events) => {
      const ids = events.flatMap(({ event }) => event.itemIds)
      return Effect.zipRight(forget(ids), forgetWaveforms(ids))
    }
  }
})
