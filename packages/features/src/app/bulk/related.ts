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
import { removeUnused } from "../../catalog/relations/unused.ts"
import type { ItemsEditChanges, ListChange } from "./contract.ts"

const Hidden = Schema.Struct({ id: Schema.String })

/** Entities of these items that the caller does not see, although they see the items. */
const hiddenOf = ({ showNsfw }: Principal, itemIds: ReadonlyArray<string>, relation: ItemRelation) =>
  Effect.gen(function* () {
    if (showNsfw) return new Set<string>()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Hidden)(sql`
      select distinct e.id from item_relations r join related_entities e on e.id = r.entity_id
      where r.item_id = any(${itemIds as Array<string>}::uuid[]) and r.relation = ${relation}::item_relation and e.is_nsfw`)
    return new Set(rows.map(({ id }) => id))
  })

const changesOf = ({
  performers,
  studio,
  tags
}: ItemsEditChanges): ReadonlyArray<readonly [ItemRelation, ListChange]> => [
  ...(performers === undefined ? [] : [["performer", performers] as const]),
  ...(studio === undefined ? [] : [["studio", { replace: studio === null ? [] : [studio] }] as const]),
  ...(tags === undefined ? [] : [["tag", tags] as const])
]

/**
 * Changes the entities of many items, inside the caller's transaction. The outcome of each item: whether it changed, or
 * the sentence why not.
 */
export const changeRelated = Effect.fn("bulk.changeRelated")(function* (
  principal: Principal,
  itemIds: ReadonlyArray<string>,
  changes: ItemsEditChanges,
  meta: EventMeta
) {
  const store = yield* EventStore
  const outcomes: Array<ReadonlyArray<Either.Either<boolean, { readonly message: string }>>> = []
  const lost = new Set<string>()
  for (const [relation, { add = [], remove = [], replace }] of changesOf(changes)) {
    const added = yield* findOrCreate(relation, replace ?? add, "user", meta)
    const known = yield* findNamed(relation, remove)
    // Another studio takes the place of the one before, also of one that the caller does not see.
    const hidden =
      relation === "studio" && added.length > 0
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
    for (const result of results)
      if (Either.isRight(result))
        for (const { event } of result.right) if (event._tag === "item.unrelated.v1") lost.add(event.to)
    const changed = itemIds.filter((_id, index) =>
      Either.match(results[index]!, { onLeft: () => false, onRight: (events) => events.length > 0 })
    )
    // Later changes of the files do not replace the choice of a person.
    const values = yield* relatedNow(changed, [relation])
    yield* store.executeMany({
      decider: itemDecider,
      commands: changed.map((streamId, index) => ({
        streamId,
        command: { _tag: "Lock" as const, values: values[index]! }
      })),
      meta
    })
    outcomes.push(results.map((result) => Either.map(result, (events) => events.length > 0)))
  }
  yield* removeUnused([...lost], meta)
  return itemIds.map((_id, index) =>
    Either.map(Either.all(outcomes.map((each) => each[index]!)), (changed) => changed.includes(true))
  )
})
