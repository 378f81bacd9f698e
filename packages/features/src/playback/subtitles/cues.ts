import * as SqlClient from "@effect/sql/SqlClient"
import { giveWay } from "@media/kernel/GiveWay"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Cue } from "./text/Cue.ts"

export interface TrackCues {
  readonly trackId: string
  /** The cues in batches, as `text/Batches.ts` describes. */
  readonly batches: ReadonlyArray<Buffer>
}

/** Replaces the cues of a track. Runs in the transaction of the event that records the track. */
export const keepCues = Effect.fn("subtitles.keepCues")(function* (
  itemId: string,
  { batches, trackId }: TrackCues
) {
  const sql = yield* SqlClient.SqlClient
  yield* forgetCues([trackId])
  for (const batch of batches)
    yield* sql`
      insert into subtitle_cues (track_id, n, item_id, start_ms, end_ms, text, markup, settings, words)
      select ${trackId}::uuid, x.n, ${itemId}::uuid, x.s, x.e, x.t, x.m, x.p, x.w::tsvector
      from jsonb_to_recordset(${batch.toString("utf8")}::jsonb)
        as x(n int, s int, e int, t text, m text, p text, w text)`
})

export const forgetCues = Effect.fn("subtitles.forgetCues")(function* (trackIds: ReadonlyArray<string>) {
  if (trackIds.length === 0) return
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from subtitle_cues where track_id = any(${trackIds as Array<string>}::uuid[])`
})

const Row = Schema.Struct({
  n: Schema.Number,
  start_ms: Schema.Number,
  end_ms: Schema.Number,
  text: Schema.String,
  markup: Schema.NullOr(Schema.String),
  settings: Schema.NullOr(Schema.String)
})

/**
 * The maximum number of rows per query. Reading this many rows occupies this process for about 10 ms. A track may have
 * 50,000 rows, and reading all of them at once would delay other requests.
 */
const PART = 2_000

/** Returns all cues of a track, sorted by time. The caller must have checked that the user may see the track. */
export const readCues = Effect.fn("subtitles.readCues")(function* (trackId: string) {
  const sql = yield* SqlClient.SqlClient
  const cues: Array<Cue> = []
  for (let from: number | undefined = 0; from !== undefined;) {
    const rows: ReadonlyArray<typeof Row.Type> = yield* rowsOf(Row)(sql`
      select n, start_ms, end_ms, text, markup, settings from subtitle_cues
      where track_id = ${trackId} and n >= ${from} order by n limit ${PART}`)
    for (const { end_ms, markup, settings, start_ms, text } of rows)
      cues.push({ startMs: start_ms, endMs: end_ms, text, markup, settings })
    const last = rows.at(-1)
    from = last === undefined || rows.length < PART ? undefined : last.n + 1
    yield* giveWay
  }
  return cues
})
