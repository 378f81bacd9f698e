import { makeNotifier } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { QueueName } from "./QueueDef.ts"

/**
 * Tells the workers that queues may have work. A lost or early notification delays jobs by at most the polling interval
 * of one second.
 */
export class WakeUp extends Context.Tag("@media/jobs/WakeUp")<
  WakeUp,
  {
    /** Call this after the commit. Calls within the process are coalesced. */
    readonly wake: (queues: ReadonlyArray<QueueName>) => Effect.Effect<void>
  }
>() {
  static readonly layer: Layer.Layer<WakeUp, never, PgPool> = Layer.suspend(() =>
    Layer.effect(WakeUp, makeWakeUp)
  )
}

export const makeWakeUp = Effect.map(PgPool, (pool): WakeUp["Type"] => {
  const notify = makeNotifier(pool, "jobs")
  return { wake: (names) => Effect.forEach(names, notify, { discard: true }) }
})
