import { listen } from "@media/pg/Listen"
import { PgPool } from "@media/pg/PgPool"
import { transaction } from "@media/pg/Transaction"
import { uuidv7 } from "@media/kernel/Ids"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { expect, it } from "vitest"
import { EventStore } from "./EventStore.ts"
import { EVENTS_CHANNEL } from "./WakeFeed.ts"

it("notifies readers of the log only after the surrounding transaction has committed", async () => {
  const store = await startStore()
  const scope = await Effect.runPromise(Scope.make())
  let woken = 0
  let isListening = false
  await Effect.runPromise(
    listen({
      url: store.url,
      channels: [EVENTS_CHANNEL],
      onConnected: () => (isListening = true),
      onNotification: () => (woken += 1)
    }).pipe(Scope.extend(scope))
  )
  await expect.poll(() => isListening).toBe(true)
  const streamId = uuidv7()
  const changed = { _tag: "settings.changed.v1", name: "test", value: 1 }
  const append = Effect.flatMap(EventStore, (events) =>
    events.append([{ streamId, expectedVersion: 0, events: [changed] }], { cause: "system" })
  )
  await store.run(
    transaction(
      Effect.gen(function* () {
        yield* append
        yield* Effect.sleep("400 millis")
        expect(woken).toBe(0)
      })
    )
  )
  await expect.poll(() => woken).toBeGreaterThan(0)
  const pool = await store.run(PgPool)
  expect((await pool.query("select 1 from events where stream_id = $1", [streamId])).rowCount).toBe(1)
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await store.stop()
})
