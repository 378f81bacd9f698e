import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { Conflict, Invalid } from "@media/kernel/Errors"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { executeOnEntity } from "../../catalog/related/commands.ts"
import { FieldValue } from "../../catalog/related/events.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { lockKind } from "../../catalog/related/names.ts"
import { requireHierarchy } from "../../catalog/related/parents.ts"
import { replaceEntityTag } from "../../catalog/related/tagged.ts"
import { changeUserEntity } from "../../catalog/user-related/commands.ts"
import { replaceMarkerTag } from "../../playback/markers/tags.ts"
import * as Access from "../../platform/access/Access.ts"
import { batchOf, childrenOf, executeOnItems, itemsHaving } from "./commands.ts"
import { requireFields } from "./entityFields.ts"
import { mergedFields } from "./mergedFields.ts"
import { findSummary } from "./queries.ts"
import type { MergeBody } from "./shapes.ts"

const Known = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  aliases: Schema.Array(Schema.String),
  parentIds: Schema.Array(Schema.String),
  tags: Schema.Array(Schema.Struct({ tagId: Schema.String, source: Schema.String })),
  fields: Schema.Record({ key: Schema.String, value: FieldValue })
})
const UserState = Schema.Struct({
  accountId: Schema.String,
  isFavorite: Schema.Boolean,
  rating: Schema.NullOr(Schema.Number)
})
const Counts = Schema.Struct({
  items: Schema.Number,
  aliases: Schema.Number,
  children: Schema.Number,
  userStates: Schema.Number
})

/** Returns an entity with the fields that a merge combines. */
const read = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowOf(Known)(sql`
      select e.id, e.name, array(select n.name from related_names n where n.entity_id = e.id and n.is_alias
          order by n.folded) as aliases,
        array(select p.parent_id from related_parents p where p.entity_id = e.id order by 1) as "parentIds",
        (select coalesce(jsonb_agg(jsonb_build_object('tagId', t.tag_id, 'source', t.source) order by t.tag_id), '[]')
          from related_tags t where t.entity_id = e.id) as tags,
        e.facts || jsonb_build_object('sortName', e.sort_name, 'isNsfw', e.is_nsfw, 'ignoreAutoTag', e.ignore_auto_tag) as fields
      from related_entities e where e.id = ${id}`)
    return Option.getOrThrow(found)
  })

const countMoved = (into: string, from: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = from as Array<string>
    const found = yield* rowOf(Counts)(sql`
      select
        (select count(distinct item_id)::int from item_relations where entity_id = any(${ids}::uuid[])) as items,
        (select count(distinct n.folded)::int from related_names n where n.entity_id = any(${ids}::uuid[])
          and n.folded not in (select own.folded from related_names own where own.entity_id = ${into})) as aliases,
        (select count(distinct entity_id)::int from related_parents where parent_id = any(${ids}::uuid[])) as children,
        (select count(distinct account_id)::int from user_related where entity_id = any(${ids}::uuid[])
          and (is_favorite or rating is not null)) as "userStates"`)
    return Option.getOrThrow(found)
  })

/**
 * Merges ratings and favorites of all accounts. The target becomes a favorite if any of the entities is a favorite. The
 * target keeps its own rating, or gets the newest rating of the other entities.
 */
const moveUserStates = (into: string, from: ReadonlyArray<string>, meta: EventMeta) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = [into, ...from]
    const userStates = yield* rowsOf(UserState)(sql`
      select account_id as "accountId", bool_or(is_favorite) as "isFavorite",
        (array_agg(rating order by (entity_id = ${into}) desc, rated_at desc) filter (where rating is not null))[1] as rating
      from user_related where entity_id = any(${ids}::uuid[]) group by account_id order by account_id`)
    for (const { accountId, isFavorite, rating } of userStates) {
      const whose = { accountId, entityId: into }
      yield* changeUserEntity({ _tag: "SetFavorite", ...whose, isFavorite }, meta)
      yield* changeUserEntity({ _tag: "Rate", ...whose, rating }, meta)
    }
  })

/**
 * Sets the parents of an entity. Skips parents that do not exist, would create a cycle, or would exceed the maximum
 * depth.
 */
const hangBelow = (kind: EntityKind, id: string, parentIds: ReadonlyArray<string>, meta: EventMeta) =>
  Effect.gen(function* () {
    const wanted = [...new Set(parentIds)].filter((parentId) => parentId !== id)
    const possible = yield* Effect.filter(wanted, (parentId) =>
      requireHierarchy(kind, id, [parentId]).pipe(
        Effect.as(true),
        Effect.catchTags({
          HierarchyCycle: () => Effect.succeed(false),
          Conflict: () => Effect.succeed(false),
          NotFound: () => Effect.succeed(false)
        })
      )
    )
    yield* executeOnEntity(id, { _tag: "SetParents", parentIds: possible }, meta)
  })

const moveHierarchy = (kind: EntityKind, into: string, from: string, meta: EventMeta) =>
  Effect.gen(function* () {
    const [target, merged] = [yield* read(into), yield* read(from)]
    const own = target.parentIds.filter((parentId) => parentId !== from)
    const others = merged.parentIds.filter((parentId) => parentId !== into)
    yield* hangBelow(kind, into, kind === "studio" && own.length > 0 ? own : [...own, ...others], meta)
    for (const { id, parentIds } of yield* childrenOf(from)) {
      if (id === into) continue
      yield* hangBelow(
        kind,
        id,
        parentIds.map((parentId) => (parentId === from ? into : parentId)),
        meta
      )
    }
  })

/**
 * Merges entities into the target: moves all items, tags, children and user states that refer to the merged entities,
 * and redirects their ids to the target.
 */
export const mergeEntities = Effect.fn("entities.merge")(function* (
  principal: Principal,
  kind: EntityKind,
  into: string,
  { dryRun = false, fields: chosen = {}, from: given }: MergeBody
) {
  const from = [...new Set(given)]
  yield* findSummary(principal, kind, into)
  for (const id of from) yield* findSummary(principal, kind, id)
  yield* Access.require(principal, "edit-entities")
  if (from.includes(into)) return yield* new Conflict({ reason: "An entry cannot be merged into itself." })
  yield* requireFields(kind, Object.keys(chosen))
  if (Object.values(chosen).some((id) => id !== into && !from.includes(id))) {
    const message = "Must contain only ids of the merged entries."
    return yield* new Invalid({ reason: `fields: ${message}`, fields: [{ path: "fields", message }] })
  }
  const counts = yield* countMoved(into, from)
  if (dryRun) return counts
  const meta = batchOf(principal)
  yield* transaction(
    Effect.gen(function* () {
      yield* lockKind(kind)
      const target = yield* read(into)
      const others = yield* Effect.forEach(from, read)
      yield* executeOnEntity(into, { _tag: "Edit", changes: mergedFields(target, others, chosen) }, meta)
      const aliases = others.flatMap((other) => [other.name, ...other.aliases])
      for (const { id } of others) {
        const itemIds = yield* itemsHaving(id)
        // Copy all relations before removing any. The events of each type are then consecutive, so one statement
        // projects all of them.
        yield* executeOnItems(itemIds, { _tag: "Copy", from: id, into }, meta)
        yield* executeOnItems(itemIds, { _tag: "Unrelate", to: id }, meta)
        if (kind === "tag") {
          yield* replaceMarkerTag(id, into, meta)
          yield* replaceEntityTag(id, into, meta)
        }
        yield* moveHierarchy(kind, into, id, meta)
        yield* executeOnEntity(id, { _tag: "Merge", into, itemIds }, meta)
      }
      yield* executeOnEntity(into, { _tag: "AddAliases", aliases }, meta)
      const tags = [target, ...others].flatMap((one) => one.tags)
      yield* executeOnEntity(into, { _tag: "SetTags", tags, hidden: new Set() }, meta)
      yield* moveUserStates(into, from, meta)
    })
  )
  return counts
})
