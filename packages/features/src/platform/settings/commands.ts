import { EventStore } from "@media/event-store/EventStore"
import { setWorkerConcurrency } from "@media/jobs/JobControl"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { byAccount } from "../access/Command.ts"
import * as Access from "../access/Access.ts"
import type { Settings } from "./contract.ts"
import { settingsDecider } from "./decider.ts"
import { SETTINGS_STREAM } from "./events.ts"
import { currentSettings } from "./queries.ts"

/**
 * Changes settings. A new limit for concurrent jobs is written to the queues in the same transaction, and applies to
 * every worker immediately.
 */
export const changeSettings = Effect.fn("settings.change")(function* (
  principal: Principal,
  patch: Partial<Settings>
) {
  yield* Access.require(principal, "change-settings")
  const store = yield* EventStore
  yield* transaction(
    Effect.gen(function* () {
      yield* store.execute({
        streamId: SETTINGS_STREAM,
        decider: settingsDecider,
        command: { _tag: "Change", patch },
        meta: byAccount(principal)
      })
      if (patch.background_worker_concurrency !== undefined) {
        yield* setWorkerConcurrency(patch.background_worker_concurrency)
      }
    })
  )
  return yield* currentSettings
})
