import * as SqlClient from "@effect/sql/SqlClient"
import { uuidv7 } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"

/**
 * Interval at which `isEncoding` is polled, because an encoder that resumes after a pause does not send
 * `encoderStarted`. The check is cheap.
 */
const askEvery = "500 millis"
/**
 * Time in seconds that background work stays paused after an encoder last ran. This time is long enough for two
 * situations:
 * - One missed database round trip does not end the reservation.
 * - If a viewer seeks repeatedly, background work does not start and stop each time.
 */
const leaseSeconds = 15
const renewAfterMillis = 5_000

/** A process that encodes for viewers. */
export interface Encoding {
  readonly isEncoding: Effect.Effect<boolean>
  /** Completes when the next encoder starts. */
  readonly encoderStarted: Effect.Effect<void>
}

/**
 * Reserves the CPU for viewers. While `isEncoding` returns true, workers claim no jobs of class `cpu` with a priority
 * number of `backgroundPriority` or more. Running jobs of this kind are interrupted and requeued without counting the
 * attempt. The interruption happens immediately when an encoder starts, or within about two seconds if the notification
 * was lost. The effect runs until it is interrupted. If the process dies, the reservation expires.
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
