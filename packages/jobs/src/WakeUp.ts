import { makeNotifier } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { QueueName } from "./QueueDef.ts"

/** Hints to the workers that queues have work. A lost or early hint costs at most one polling interval of a second. */
export class WakeUp extends Context.Tag("@media/jobs/WakeUp")<
  WakeUp,
  {
    /** Call it after the commit; calls are coalesced over the process. */
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
