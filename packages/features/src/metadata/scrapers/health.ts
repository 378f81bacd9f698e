import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf, select } from "@media/pg/Rows"
import type { ScrapeFailed } from "@media/scrapers/ScrapeFailed"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({
  scraperId: Schema.String,
  lastRunAt: Schema.DateFromSelf,
  ok: Schema.Number,
  failed: Schema.Number,
  lastError: Schema.NullOr(Schema.String)
})
export type HealthRow = typeof Row.Type

/** Returns the recorded outcomes of each scraper's runs, keyed by scraper id. */
export const healthOfAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`select ${select(Row, "h")} from scraper_health h`)
  return new Map(rows.map((row) => [row.scraperId, row]))
})

const written = (id: string, error: string | null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ok = error === null ? 1 : 0
    yield* sql`
      insert into scraper_health as h (scraper_id, last_run_at, ok, failed, last_error)
      values (${id}, now(), ${ok}, ${1 - ok}, ${error})
      on conflict (scraper_id) do update set last_run_at = now(), ok = h.ok + ${ok}, failed = h.failed + ${1 - ok},
        last_error = coalesce(excluded.last_error, h.last_error)`
  })

/**
 * Runs a scraper and counts the run as successful or failed. The count shows whether the scraper still works with its
 * website, so failures for other reasons are not counted: an invalid scraper file, an item that lacks a value, or an
 * action that cannot run.
 */
export const counted = <A, R>(id: string, run: Effect.Effect<A, ScrapeFailed, R>) =>
  run.pipe(
    Effect.tapBoth({
      onSuccess: () => written(id, null),
      onFailure: (error) =>
        error._tag === "ScrapeFailed" && !["cannot-run", "needs", "definition"].includes(error.code)
          ? written(id, error.reason.slice(0, 500))
          : Effect.void
    })
  )
