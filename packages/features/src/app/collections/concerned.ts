import type { Node } from "@media/query/Tree"
import * as Schema from "effect/Schema"
import type { ReadEvent } from "./affected.ts"
import { type Above, readsEntityOf } from "./entityReads.ts"
import { isTouched } from "./reads.ts"

/** A stored rule with the fields, collections and types of events that it depends on. */
export const Rule = Schema.Struct({
  id: Schema.String,
  hasVariants: Schema.Boolean,
  mayVary: Schema.Boolean,
  isTimed: Schema.Boolean,
  isStored: Schema.Boolean,
  fields: Schema.Array(Schema.String),
  collections: Schema.Array(Schema.String),
  eventTypes: Schema.Array(Schema.String)
})
export type Rule = typeof Rule.Type

const concerns = ({ eventTypes, fields }: Rule, { changed, type }: ReadEvent): boolean =>
  eventTypes.includes(type) && (changed === null || isTouched(fields, changed))

/** Returns the events of the collections that a rule refers to. */
const ofCollections = (rule: Rule, events: ReadonlyArray<ReadEvent>) =>
  rule.collections.length === 0
    ? []
    : events.filter(
        ({ streamId, type }) =>
          (type.startsWith("collection.") && rule.collections.includes(streamId)) ||
          type === "account.deleted.v1"
      )

/** Groups events that may affect the same rules. The thousands of events of a bulk edit result in one group. */
export const alike = (events: ReadonlyArray<ReadEvent>): ReadonlyMap<string, ReadonlyArray<ReadEvent>> => {
  const groups = new Map<string, Array<ReadEvent>>()
  for (const event of events) {
    const { changed, relation, to, type } = event
    if (type.startsWith("collection.") || type === "account.deleted.v1") continue
    const key = JSON.stringify([type, changed, relation, to])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [event])
    else group.push(event)
  }
  return groups
}

/**
 * Returns the events that may affect a rule. The rule is then evaluated only for the items of these events. Returns
 * undefined if the rule must be evaluated for all items, for example because the settings of a referenced collection
 * have changed.
 */
export const eventsFor = (
  rule: Rule,
  tree: Node | undefined,
  events: ReadonlyArray<ReadEvent>,
  groups: ReturnType<typeof alike>,
  above: Above
): ReadonlyArray<ReadEvent> | undefined => {
  const own = ofCollections(rule, events)
  if (own.some(({ type }) => !type.startsWith("collection.entries-"))) return undefined
  const others = [...groups.values()].filter(
    ([event]) =>
      concerns(rule, event!) &&
      (tree === undefined || rule.collections.length > 0 || readsEntityOf(tree, event!, above))
  )
  if (own.length + others.length === 0) return []
  const wanted = new Set([...own, ...others.flat()])
  return events.filter((event) => wanted.has(event))
}
