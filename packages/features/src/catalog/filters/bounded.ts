import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { isTimeout } from "@media/pg/errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Compiled } from "./compile.ts"
import { TooBroad } from "./errors.ts"

/** Time limit in milliseconds for each statement of a list with user-defined conditions. */
export class ListBound extends Context.Reference<ListBound>()("filters/ListBound", {
  defaultValue: () => ({ millis: 2_000 })
}) {}

/** Runs a list query with a time limit. A timeout fails with the field of the condition that is probably slow. */
export const bounded = <A, E, R>(
  conditions: Pick<Compiled, "costs"> | undefined,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError | TooBroad, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { millis } = yield* ListBound
    const limit = sql`set local statement_timeout = ${sql.literal(String(millis))}`
    // Parallel workers would compete with video encoders for the cores. A count also took longer when three processes
    // each built the same hash table.
    const alone = sql`set local max_parallel_workers_per_gather = 0`
    return yield* Effect.mapError(
      sql.withTransaction(Effect.all([limit, alone]).pipe(Effect.zipRight(work))),
      (error) => {
        if (!(error instanceof SqlError) || !isTimeout(error)) return error
        const slowest = conditions?.costs[0]
        return new TooBroad(slowest === undefined ? {} : { field: slowest.field })
      }
    )
  })
