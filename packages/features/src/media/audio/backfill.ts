import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { trackProbeOf, waveformOfTrack } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Returns a probe job for each track whose tags are unknown, for example because its job was canceled or failed. Failed
 * tracks are included, because a newer ffmpeg may decode them.
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

/** Returns a probe job for each track that was probed by an earlier version, which did not store artists. */
export const tracksProbedOtherwise = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id
    where v.kind = 'track' and v.status = 'ready' and v.artist_key is null
    order by v.created_at, v.id limit 100000`)
  return rows.map(({ id, path }) => trackProbeOf(id, path, "system"))
})

/**
 * Returns a waveform job for each track without a waveform of its current content, including tracks whose waveform
 * failed.
 */
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
