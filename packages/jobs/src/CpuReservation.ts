import * as SqlClient from "@effect/sql/SqlClient"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** A viewer waits for the first segment meanwhile: the question costs this process nothing. */
const askEvery = "500 millis"
/**
 * Background work stays away this long after the last sign of an encoder. It survives one missed round of the database,
 * and a viewer who seeks does not have the work started and interrupted with each run.
 */
const leaseSeconds = 15
const renewAfterMillis = 5_000

/**
 * While `isEncoding` answers true, jobs of class cpu from `backgroundPriority` on are not claimed anywhere, and running
 * ones are interrupted within about two seconds and queued again, their attempt not counted. Runs until it is
 * interrupted; what it reserved ends by itself, also when the process dies.
 */
export const reserveCpuWhile = (isEncoding: Effect.Effect<boolean>) =>
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
      Effect.repeat(Schedule.spaced(askEvery)),
      Effect.zipRight(Effect.never)
    )
  })
