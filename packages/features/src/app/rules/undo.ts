import { elementOf } from "@media/event-store/Undo"
import { eventUndo } from "../../EventUndo.ts"
import type { RuleEvent, RuleSaved } from "./events.ts"

type Rule = Omit<typeof RuleSaved.Type, "_tag">
interface UndoState {
  readonly accountId: string
  readonly rules: ReadonlyMap<string, Rule>
}
const partOf = ({ ruleId }: { readonly ruleId: string }) => [`rule/${ruleId}`]

/** Undoes changes to an account's rules. The changes that rules make to items are in separate batches. */
export const ruleUndo = eventUndo<UndoState, RuleEvent>({
  target: "own",
  isPrivate: true,
  rule: {
    initial: { accountId: "", rules: new Map() },
    evolve: ({ rules }, event) => {
      const { accountId, ruleId } = event
      const after = new Map(rules)
      if (event._tag === "rule.removed.v1") after.delete(ruleId)
      else {
        const { _tag, ...rule } = event
        after.set(ruleId, rule)
      }
      return { accountId, rules: after }
    },
    parts: { "rule.saved.v1": partOf, "rule.removed.v1": partOf },
    read: ({ rules }, part) => {
      const found = rules.get(elementOf(part)!)
      return found === undefined ? null : ({ ...found } as never)
    },
    write: (values, { accountId }) =>
      [...values].map(([part, value]): RuleEvent =>
        value === null
          ? { _tag: "rule.removed.v1", ruleId: elementOf(part)!, accountId }
          : { _tag: "rule.saved.v1", ...(value as unknown as Rule) }
      )
  }
})
