import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Returns steps that save a rule, change an earlier rule, or remove a rule, possibly a second time. */
export const ruleSteps = ({ accounts, appendTo, random }: World): ReadonlyArray<Step> => {
  const made: Array<{ readonly stream: string; readonly ruleId: string; readonly accountId: string }> = []
  const save = (rule: (typeof made)[number]) =>
    appendTo(rule.stream, {
      _tag: "rule.saved.v1",
      ...{ ruleId: rule.ruleId, accountId: rule.accountId, name: `Rule ${random.below(9)}`, kind: "video" },
      ...{ libraryIds: random.oneOf([null, [uuidv7()]]), text: "duration>1h" },
      ...{ actions: { addTags: ["Long"] }, isEnabled: random.oneOf([true, false]) }
    } as never)
  const create = () => {
    const rule = { stream: uuidv7(), ruleId: uuidv7(), accountId: random.oneOf(accounts) }
    made.push(rule)
    return save(rule)
  }
  const remove = () => {
    const { accountId, ruleId, stream } = random.oneOf(made)
    return appendTo(stream, { _tag: "rule.removed.v1", ruleId, accountId } as never)
  }
  return [
    create,
    () => (made.length === 0 ? create() : random.oneOf([() => save(random.oneOf(made)), remove])())
  ]
}
