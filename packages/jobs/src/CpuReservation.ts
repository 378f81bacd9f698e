import * as SqlClient from "@effect/sql/SqlClient"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"

/** For encoders that go on after a pause: the question costs this process nothing. */
const askEvery = "500 millis"
/**
 * Background work stays away this long after the last sign of an encoder. It survives one missed round of the database,
 * and a viewer who seeks does not have the work started and interrupted with each run.
 */
const leaseSeconds = 15
const renewAfterMillis = 5_000

/** Of a process that encodes for viewers. */
export interface Encoding {
  readonly isEncoding: Effect.Effect<boolean>
  /** Ends when the next encoder is started. */
  readonly encoderStarted: Effect.Effect<void>
}

/**
 * While `isEncoding` answers true, jobs of class cpu from `backgroundPriority` on are not claimed anywhere, and running
 * ones are interrupted and queued again, their attempt not counted: at once when an encoder starts, within about two seconds
 * where that word was lost. Runs until it is interrupted; what it reserved ends by itself, also when the process dies.
 */
export const reserveCpuWhile = ({ encoderStarted, isEncoding }: Encoding) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const owner = uuidv7()
    let renewedAt = Number.NEGATIVE_INFINITY
    const round = Effect.gen(function* () {
      if (!(yield* isEncoding) || performance.now() - renewedAt < renewAfterMillis) return
      yield* sql`select jobs_reserve_cpu(${owner}::uuid, ${leaseSeconds}::float8)`
      renewedAt = performance.now()
    })
    return yield* round.pipe(
      Effect.catchAll((error) =>
        Effect.logWarning("background jobs were not asked to make way for a viewer", error)
      ),
      Effect.zipRight(Effect.race(Effect.sleep(askEvery), encoderStarted)),
      Effect.forever
    )
  })
