import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { RuleEvent, RuleSaved } from "./events.ts"

/** Each new item is compared with all rules. */
export const mostRules = 100

/** A rule without the ids of its stream. */
export type SavedRule = Omit<typeof RuleSaved.Type, "_tag" | "ruleId" | "accountId">

interface Target {
  readonly ruleId: string
  readonly accountId: string
}

export type RuleCommand =
  | ({ readonly _tag: "Create"; readonly rule: SavedRule } & Target)
  | ({ readonly _tag: "Change"; readonly changes: Partial<SavedRule> } & Target)
  | ({ readonly _tag: "Remove" } & Target)

type RulesState = ReadonlyMap<string, SavedRule>

const unknown = () => Either.left(new NotFound({ what: "rule" }))

export const ruleDecider: Decider<RuleCommand, RulesState, RuleEvent, NotFound | Conflict> = {
  initial: new Map(),
  decide: (command, state) => {
    const { accountId, ruleId } = command
    const before = state.get(ruleId)
    switch (command._tag) {
      case "Create":
        return state.size >= mostRules
          ? Either.left(new Conflict({ reason: `An account can have at most ${mostRules} rules.` }))
          : Either.right([{ _tag: "rule.saved.v1", ruleId, accountId, ...command.rule }])
      case "Change": {
        if (before === undefined) return unknown()
        const after = { ...before, ...command.changes }
        return Either.right(
          JSON.stringify(after) === JSON.stringify(before)
            ? []
            : [{ _tag: "rule.saved.v1", ruleId, accountId, ...after }]
        )
      }
      case "Remove":
        return before === undefined
          ? unknown()
          : Either.right([{ _tag: "rule.removed.v1", ruleId, accountId }])
    }
  },
  evolve: (state, event) => {
    const { ruleId } = event
    if (event._tag === "rule.removed.v1") return new Map([...state].filter(([id]) => id !== ruleId))
    const { _tag, accountId, ruleId: _id, ...rule } = event
    return new Map(state).set(ruleId, rule)
  }
}
