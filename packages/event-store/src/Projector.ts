import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Recorded } from "./Event.ts"
import type { Projection, ProjectionHandler } from "./Projection.ts"

/**
 * Splits events into runs of consecutive events of one type in which no stream occurs twice. A projection can process
 * each run with a single statement.
 */
export const runsOf = (recorded: ReadonlyArray<Recorded>): ReadonlyArray<ReadonlyArray<Recorded>> => {
  const runs: Array<Array<Recorded>> = []
  let streams = new Set<string>()
  for (const one of recorded) {
    const run = runs.at(-1)
    if (run !== undefined && run[0]!.event._tag === one.event._tag && !streams.has(one.streamId)) {
      run.push(one)
    } else {
      runs.push([one])
      streams = new Set()
    }
    streams.add(one.streamId)
  }
  return runs
}

/** Passes events to the handlers of all projections. Must run inside a transaction. */
export const project = (
  projections: ReadonlyArray<Projection>,
  recorded: ReadonlyArray<Recorded>
): Effect.Effect<void, SqlError, SqlClient> =>
  Effect.forEach(
    runsOf(recorded),
    (run) =>
      Effect.forEach(
        projections,
        (projection) => {
          const handler = projection.handlers[run[0]!.event._tag] as
            ProjectionHandler<Recorded["event"]> | undefined
          return handler === undefined ? Effect.void : handler(run)
        },
        { discard: true }
      ),
    { discard: true }
  )
