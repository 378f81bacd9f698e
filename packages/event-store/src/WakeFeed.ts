import { makeNotifier, watchersQuietMillis } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const EVENTS_CHANNEL = "events"

/**
 * Notifies readers of the log that there are new events. Called after the commit. A notification may be lost, so
 * readers also poll.
 */
export class WakeFeed extends Context.Tag("@media/event-store/WakeFeed")<
  WakeFeed,
  { readonly wake: Effect.Effect<void> }
>() {
  static readonly layer = Layer.effect(
    WakeFeed,
    Effect.map(PgPool, (pool) => ({ wake: makeNotifier(pool, EVENTS_CHANNEL, watchersQuietMillis)("new") }))
  )
}
