import { makeNotifier } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { QueueName } from "./QueueDef.ts"

/**
 * Notifies workers that queues may contain new jobs. If a notification is lost, or arrives before the commit, the
 * workers find the jobs at their next poll, which is at most one second later.
 */
export class WakeUp extends Context.Tag("@media/jobs/WakeUp")<
  WakeUp,
  {
    /**
     * Notifies the workers of these queues. Call this after the transaction that added the jobs has been committed.
     * Calls within the process are coalesced.
     */
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
