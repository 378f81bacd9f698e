import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { FileStamp } from "../../catalog/items/fileState.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { trackKind } from "./kind.ts"

/** Version of the response format. Increase the version whenever the format changes. */
export const WAVEFORM_VERSION = 1

/** The data for drawing a waveform. A track of any duration has at most 2,048 pairs. */
export const WaveformData = Schema.Struct({
  version: Schema.Literal(WAVEFORM_VERSION),
  /** The number of seconds that were decoded. */
  duration: Schema.Number,
  /** Number of pairs. Each pair represents `duration / count` seconds. */
  count: Schema.Int,
  /** For each pair, the lowest and then the highest sample, from -128 to 127. All channels are combined. */
  peaks: Schema.Array(Schema.Int)
}).annotations({ identifier: "Waveform" })
export type WaveformData = typeof WaveformData.Type

const Row = Schema.Struct({
  title: Schema.String,
  duration: Schema.NullOr(Schema.Number),
  peaks: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  /** The permanent reason why the current content has no waveform. */
  failure: Schema.NullOr(Schema.String),
  stamp: Schema.NullOr(Schema.String)
})

/**
 * Returns the waveform of the track's current content, with null values if there is none yet. Returns `Option.none` if
 * the caller may not see the track.
 */
export const waveformSeen = Effect.fn("audio.waveformSeen")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return Option.none<typeof Row.Type>()
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  return yield* rowOf(Row)(sql`
    select v.title, w.duration, w.peaks, case when w.peaks is not null then null when w.failure is not null then w.failure
        when v.status = 'missing' then 'The file is missing.'
        when v.status = 'failed' then coalesce(f.failure, 'The file cannot be read.') end as failure, to_hex(w.size_bytes) || '-' || to_hex(w.mtime_ms) as stamp
    from items v join item_files f on f.item_id = v.id
      left join audio_waveforms w on w.item_id = v.id and w.size_bytes = f.size_bytes and w.mtime_ms = f.mtime_ms
    where v.id = ${id} and v.kind = ${sql.literal(`'${trackKind.kind}'`)} and ${visibility.items("v")}`)
})

export type Found = { readonly peaks: Buffer; readonly duration: number } | { readonly failure: string }

/** Stores a waveform, unless the track was removed in the meantime. */
export const keepWaveform = (id: string, { mtimeMs, size }: FileStamp, found: Found) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const peaks = "peaks" in found ? found.peaks : null
    const duration = "peaks" in found ? found.duration : null
    const failure = "peaks" in found ? null : found.failure
    return sql`
      insert into audio_waveforms (item_id, size_bytes, mtime_ms, duration, peaks, failure)
      select v.id, ${size}, ${mtimeMs}, ${duration}::float8, ${peaks}::bytea, ${failure}::text
      from items v where v.id = ${id} for key share of v
      on conflict (item_id) do update set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms,
        duration = excluded.duration, peaks = excluded.peaks, failure = excluded.failure`
  })
