import * as SqlClient from "@effect/sql/SqlClient"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"

/** Polls for encoders that resume after a pause; the check costs this process nothing. */
const askEvery = "500 millis"
/**
 * Background work stays paused this long after the last sign of an encoder. The lease survives one missed database
 * round, and a viewer who seeks does not start and interrupt background work each time.
 */
const leaseSeconds = 15
const renewAfterMillis = 5_000

/** A process that encodes for viewers. */
export interface Encoding {
  readonly isEncoding: Effect.Effect<boolean>
  /** Ends when the next encoder starts. */
  readonly encoderStarted: Effect.Effect<void>
}

/**
 * While `isEncoding` returns true, no worker claims jobs of class cpu from `backgroundPriority` on, and running ones
 * are interrupted and requeued without counting the attempt: immediately when an encoder starts, or within about two
 * seconds if that notification was lost. Runs until it is interrupted. Its reservation expires by itself, even if the
 * process dies.
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
      Effect.catchAll((error) => Effect.logWarning("could not pause background jobs for a viewer", error)),
      Effect.zipRight(Effect.race(Effect.sleep(askEvery), encoderStarted)),
      Effect.forever
    )
  })
