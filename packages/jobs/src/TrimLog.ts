import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Events of a queue examined in one transaction; 1,000 take some 8 ms. */
const EVENTS = 1_000
/** Transactions for one queue in a round. */
const MOST = 5

const Ids = Schema.Array(Schema.Struct({ id: Schema.Number }))
const Trimmed = Schema.Tuple(Schema.Struct({ trimmed: Schema.Number }))

type Query<E> = (name: string, text: string, values?: Array<unknown>) => Effect.Effect<unknown, E>

/**
 * Deletes what the log says of runs that are gone, one transaction after the other: each holds the lock of its queue, for which
 * every worker waits, for its last statement alone.
 */
export const trimLog = <E>(query: Query<E>): Effect.Effect<void, E> =>
  Effect.gen(function* () {
    const queues = yield* Effect.orDie(
      Schema.decodeUnknown(Ids)(yield* query("queue_ids", "select id from queues order by id"))
    )
    for (const { id } of queues) {
      for (let round = 0; round < MOST; round++) {
        yield* query("trim", "select jobs_trim_log($1::smallint, $2)", [id, EVENTS])
        const rows = yield* query("trimmed", "select trimmed from queues where id = $1", [id])
        const [{ trimmed }] = yield* Effect.orDie(Schema.decodeUnknown(Trimmed)(rows))
        if (trimmed === 0) break
      }
    }
  })
