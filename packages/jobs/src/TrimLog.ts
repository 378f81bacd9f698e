import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Maximum number of events of a queue that a transaction examines. 1,000 events take about 8 ms. */
const EVENTS = 1_000
/** Maximum number of transactions per queue and round. */
const MOST = 5

const Ids = Schema.Array(Schema.Struct({ id: Schema.Number }))
const Trimmed = Schema.Tuple(Schema.Struct({ trimmed: Schema.Number }))

type Query<E> = (name: string, text: string, values?: Array<unknown>) => Effect.Effect<unknown, E>

/**
 * Removes the events of deleted runs from the event log, in several transactions. Each transaction locks its queue only
 * during its last statement, because all workers of the queue wait for this lock.
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
