import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"

const names = Schema.optionalWith(Schema.Array(Schema.String), { exact: true })
const isSet = Schema.optionalWith(Schema.Boolean, { exact: true })

/** The actions of a rule. Entities are stored by name, so that a rule remains valid after merges. */
export const RuleActions = Schema.Struct({
  addTags: names,
  addPerformers: names,
  studio: Schema.optionalWith(Schema.String, { exact: true }),
  isOrganized: isSet,
  isNsfw: isSet,
  /** Marks or unmarks the item as a favorite of the account that owns the rule. */
  isFavorite: isSet,
  /** Jobs that are queued for the item. */
  jobs: Schema.optionalWith(Schema.Array(Schema.Literal("previews", "fingerprint")), { exact: true })
})
export type RuleActions = typeof RuleActions.Type

/** A rule was created or changed. The event contains the whole rule, because it is edited in one form. */
export const RuleSaved = event("rule.saved.v1", {
  ruleId: Uuid,
  accountId: Uuid,
  name: Schema.String,
  kind: ItemKind,
  /** Ids of the libraries that the rule applies to. Null means all libraries. */
  libraryIds: Schema.NullOr(Schema.Array(Uuid)),
  text: Schema.String,
  actions: RuleActions,
  isEnabled: Schema.Boolean
})
export const RuleRemoved = event("rule.removed.v1", { ruleId: Uuid, accountId: Uuid })

export const RuleEvent = Schema.Union(RuleSaved, RuleRemoved)
export type RuleEvent = typeof RuleEvent.Type
export const ruleEvents = RuleEvent.members
