import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import type { BreakingGate } from "./gates.ts"
import type { GateEvent } from "./events.ts"

export type GateCommand =
  | { readonly _tag: "Accept"; readonly gate: Pick<BreakingGate, "id" | "title"> }
  /** Opens all gates on a new installation. */
  | { readonly _tag: "Skip"; readonly gateIds: ReadonlyArray<string> }

/** Records which gates are open. The state is the set of ids of open gates. Accepting an open gate records no event. */
export const gateDecider: Decider<GateCommand, ReadonlySet<string>, GateEvent, never> = {
  initial: new Set(),
  decide: (command, open) => {
    if (command._tag === "Skip") {
      const ids = command.gateIds.filter((id) => !open.has(id))
      return Either.right(ids.map((gateId) => ({ _tag: "gate.not-needed.v1" as const, gateId })))
    }
    const { id: gateId, title } = command.gate
    return Either.right(open.has(gateId) ? [] : [{ _tag: "gate.accepted.v1" as const, gateId, title }])
  },
  evolve: (open, { gateId }) => new Set([...open, gateId])
}
