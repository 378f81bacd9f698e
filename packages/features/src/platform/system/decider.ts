import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import type { BreakingGate } from "./gates.ts"
import type { GateEvent } from "./events.ts"

export type GateCommand =
  | { readonly _tag: "Accept"; readonly gate: Pick<BreakingGate, "id" | "title"> }
  /** Opens gates on a new install. */
  | { readonly _tag: "Skip"; readonly gateIds: ReadonlyArray<string> }

/** The state is the set of open gates. Accepting a gate again changes nothing. */
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
