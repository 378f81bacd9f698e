import { EventStore } from "@media/event-store/EventStore"
import { NotFound } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { byAccount } from "../access/Command.ts"
import * as Access from "../access/Access.ts"
import { gateDecider } from "./decider.ts"
import { GATES_STREAM } from "./events.ts"
import { GateKeeper } from "./gateKeeper.ts"

/** Opens a gate for all servers and workers that use the database. Has no effect if the gate is already open. */
export const acceptGate = Effect.fn("system.acceptGate")(function* (principal: Principal, gateId: string) {
  yield* Access.require(principal, "administrate")
  const { gates, look } = yield* GateKeeper
  const gate = gates.find(({ id }) => id === gateId)
  if (gate === undefined) return yield* new NotFound({ what: "gate" })
  const store = yield* EventStore
  const recorded = yield* store.execute({
    streamId: GATES_STREAM,
    decider: gateDecider,
    command: { _tag: "Accept", gate },
    meta: byAccount(principal)
  })
  if (recorded.length > 0) {
    yield* Effect.logInfo("an administrator accepted the breaking changes", {
      gateId,
      accountId: principal.accountId
    })
  }
  yield* look
  return null
})
