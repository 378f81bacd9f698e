import * as SqlClient from "@effect/sql/SqlClient"
import { isName } from "@media/kernel/FoldedName"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { byAccount, orConflict } from "../../platform/access/Command.ts"
import { findOrCreate } from "../related/commands.ts"
import type { RelatedPatch } from "./contract.ts"
import { usualRole, roleSeparator } from "./authors.ts"
import { type EntityRef, relationDecider, type RelationCommand } from "./decider.ts"
import type { ItemRelation } from "./events.ts"
import { itemRelations, relationNames } from "./relations.ts"
import { removeUnused } from "./unused.ts"

type Credited = Exclude<NonNullable<RelatedPatch["performers"]>[number], string>

const Hidden = Schema.Struct({ id: Schema.String })

/** Returns the ids of an item's entities that are hidden from the caller, because they are marked NSFW. */
const hiddenOf = ({ showNsfw }: Principal, itemId: string, relation: ItemRelation) =>
  Effect.gen(function* () {
    if (showNsfw) return new Set<string>()
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Hidden)(sql`
      select e.id from item_relations r join related_entities e on e.id = r.entity_id
      where r.item_id = ${itemId} and r.relation = ${relation}::item_relation and e.is_nsfw`)
    return new Set(rows.map(({ id }) => id))
  })

/** Trims the fields of a credit and drops empty fields. */
const creditOf = ({ as, character, role }: Partial<Credited>) =>
  Object.fromEntries(
    Object.entries({ as, role, character }).flatMap(([field, text]) =>
      text === undefined || text.trim() === "" ? [] : [[field, text.trim()]]
    )
  )

/**
 * Returns the references to these entities. An author that is given once per role gets a single reference with all of
 * these roles.
 */
const refsOf = (
  relation: ItemRelation,
  ids: ReadonlyArray<string>,
  credited: ReadonlyArray<Credited>
): ReadonlyArray<EntityRef> => {
  const refs = ids.map((to, index) => ({ to, ...creditOf(credited[index]!) }))
  if (relation !== "author") return refs
  return [...new Set(ids)].map((to) => {
    const roles = refs.flatMap((ref) =>
      ref.to === to ? [("role" in ref ? ref.role : undefined) ?? usualRole] : []
    )
    const role = [...new Set(roles)].join(roleSeparator)
    return { to, ...(role === usualRole ? {} : { role }) }
  })
}

const execute = (itemId: string, command: RelationCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: itemId, decider: relationDecider, command, meta })
  ).pipe(orConflict)

type Given = string | null | ReadonlyArray<string | Credited>

/** Returns the entities that a patch names, for each relation that the patch contains. */
const wantedOf = (patch: RelatedPatch): ReadonlyArray<readonly [ItemRelation, ReadonlyArray<Credited>]> =>
  relationNames.flatMap((relation) => {
    const given: Given | undefined = patch[itemRelations[relation].field]
    if (given === undefined) return []
    const all = given === null ? [] : typeof given === "string" ? [given] : given
    return [[relation, all.map((one) => (typeof one === "string" ? { name: one } : one))] as const]
  })

/**
 * Replaces an item's entities with the entities that a file or metadata source contains. Creates missing entities and
 * removes entities that are no longer used. Runs in the caller's transaction.
 */
export const relateFrom = Effect.fn("relations.relateFrom")(function* (
  source: string,
  itemId: string,
  patch: RelatedPatch,
  meta: EventMeta
) {
  for (const [relation, credited] of wantedOf(patch)) {
    const named = credited.filter(({ name }) => isName(name))
    const ids = yield* findOrCreate(
      relation,
      named.map(({ name }) => name),
      "file",
      meta
    )
    const refs = refsOf(relation, ids, named)
    const command = { _tag: "SetRelated" as const, relation, refs, hidden: new Set<string>(), source }
    const events = yield* execute(itemId, command, meta)
    yield* removeUnused(
      events.flatMap(({ event }) => (event._tag === "item.unrelated.v1" ? [event.to] : [])),
      meta
    )
  }
})

/**
 * Sets the entities of an item from a user's edit and returns the relations that changed. Creates missing entities,
 * which everyone who may edit the item may do. Runs in the caller's transaction.
 */
export const setRelated = Effect.fn("relations.set")(function* (
  principal: Principal,
  itemId: string,
  patch: RelatedPatch,
  batchId: string
) {
  const meta = byAccount(principal, batchId)
  const changed: Array<ItemRelation> = []
  for (const [relation, credited] of wantedOf(patch)) {
    const ids = yield* findOrCreate(
      relation,
      credited.map(({ name }) => name),
      "user",
      meta
    )
    // If an item has only one entity of the kind, a new one replaces even an entity that is hidden from the caller.
    const hidden =
      itemRelations[relation].isSingle && ids.length > 0
        ? new Set<string>()
        : yield* hiddenOf(principal, itemId, relation)
    const refs = refsOf(relation, ids, credited)
    const events = yield* execute(
      itemId,
      { _tag: "SetRelated", relation, refs, hidden, source: "user" },
      meta
    )
    if (events.length > 0) changed.push(relation)
    yield* removeUnused(
      events.flatMap(({ event }) => (event._tag === "item.unrelated.v1" ? [event.to] : [])),
      meta
    )
  }
  return changed
})
