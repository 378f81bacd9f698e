import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { itemDecider } from "../../catalog/items/decider.ts"
import { relatedNow } from "../../catalog/items/relatedSources.ts"
import { findOrCreate } from "../../catalog/related/commands.ts"
import { findNamed } from "../../catalog/related/names.ts"
import { relationDecider } from "../../catalog/relations/decider.ts"
import type { ItemRelation } from "../../catalog/relations/events.ts"
import { itemRelations } from "../../catalog/relations/relations.ts"
import { removeUnused } from "../../catalog/relations/unused.ts"
import type { ListChange } from "./editable.ts"
import type { EffectKey } from "./tally.ts"

const Hidden = Schema.Struct({ id: Schema.String })

/** Returns the ids of entities that are related to these items but hidden from the caller. */
const hiddenOf = ({ showNsfw }: Principal, itemIds: ReadonlyArray<string>, relation: ItemRelation) =>
  Effect.gen(function* () {
    if (showNsfw) return new Set<string>()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Hidden)(sql`
      select distinct e.id from item_relations r join related_entities e on e.id = r.entity_id
      where r.item_id = any(${itemIds as Array<string>}::uuid[]) and r.relation = ${relation}::item_relation and e.is_nsfw`)
    return new Set(rows.map(({ id }) => id))
  })

/** The outcome of the change for one item, and its effects. */
export interface RelatedOutcome {
  readonly outcome: Either.Either<boolean, { readonly message: string }>
  readonly effects: ReadonlyArray<EffectKey>
}

/**
 * Changes the entities of one kind of many items in the caller's transaction. Returns one outcome per
 * item.
 */
export const changeRelated = Effect.fn("bulk.changeRelated")(function* (
  principal: Principal,
  itemIds: ReadonlyArray<string>,
  [relation, { add = [], remove = [], replace }]: readonly [ItemRelation, ListChange],
  meta: EventMeta
) {
  const store = yield* EventStore
  const wanted = replace ?? add
  const added = yield* findOrCreate(relation, wanted, "user", meta)
  const known = yield* findNamed(relation, remove)
  // If an item has only one entity of the kind, a new one replaces even an entity that is hidden from the caller.
  const hidden =
    itemRelations[relation].isSingle && added.length > 0
      ? new Set<string>()
      : yield* hiddenOf(principal, itemIds, relation)
  const command = {
    _tag: "ChangeRelated" as const,
    ...{ relation, hidden, source: "user", isReplacing: replace !== undefined },
    add: [...new Set(added)],
    remove: new Set(known.filter((id) => id !== undefined))
  }
  const results = yield* store.executeMany({
    decider: relationDecider,
    commands: itemIds.map((streamId) => ({ streamId, command })),
    meta
  })
  const changed = itemIds.filter((_id, index) =>
    Either.match(results[index]!, { onLeft: () => false, onRight: (events) => events.length > 0 })
  )
  // Lock the values, so that later changes to files do not replace the user's choice.
  const values = yield* relatedNow(changed, [relation])
  yield* store.executeMany({
    decider: itemDecider,
    commands: changed.map((streamId, index) => ({
      streamId,
      command: { _tag: "Lock" as const, values: values[index]! }
    })),
    meta
  })
  const lost = new Set(
    results.flatMap((result) =>
      Either.isLeft(result)
        ? []
        : result.right.flatMap(({ event }) => (event._tag === "item.unrelated.v1" ? [event.to] : []))
    )
  )
  yield* removeUnused([...lost], meta)
  const names = new Map<string, string>([
    ...added.map((id, index) => [id, wanted[index]!] as const),
    ...known.flatMap((id, index) => (id === undefined ? [] : [[id, remove[index]!] as const]))
  ])
  return results.map((result): RelatedOutcome => ({
    outcome: Either.map(result, (events) => events.length > 0),
    effects: Either.isLeft(result)
      ? []
      : result.right.map(({ event: { _tag, to } }) => ({
          field: relation,
          action: _tag === "item.related.v1" ? ("add" as const) : ("remove" as const),
          value: names.get(to) ?? null
        }))
  }))
})
