import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { trackProbeOf, waveformOfTrack } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Tracks with unknown tags or positions, because they are older than the probe, or because their job was canceled or
 * failed. A newer ffmpeg may decode failed ones.
 */
export const tracksToProbe = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id
    where v.kind = 'track' and v.status <> 'missing'
      and (v.artist_key is null or v.status = 'failed' or not exists (select from audio_facts k where k.item_id = v.id))
    order by v.created_at, v.id limit 100000`)
  return rows.map(({ id, path }) => trackProbeOf(id, path, "manual"))
})

/** Tracks probed by an earlier version, which did not store their artists. */
export const tracksProbedOtherwise = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id
    where v.kind = 'track' and v.status = 'ready' and v.artist_key is null
    order by v.created_at, v.id limit 100000`)
  return rows.map(({ id, path }) => trackProbeOf(id, path, "system"))
})

/** Tracks without a waveform of their current content, including failed ones. */
export const tracksWithoutWaveform = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id
    where v.kind = 'track' and v.status = 'ready' and not exists (
      select from audio_waveforms w where w.item_id = v.id and w.failure is null
        and w.size_bytes = f.size_bytes and w.mtime_ms = f.mtime_ms)
    order by v.created_at, v.id limit 100000`)
  return rows.map(({ id, path }) => waveformOfTrack({ id, label: path, triggeredBy: "manual" }))
})
