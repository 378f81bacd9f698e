import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { EntityKind } from "../../EntityKind.ts"
import { entityPictureExpression } from "../../catalog/related/picture.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { EntityRef } from "../../catalog/relations/contract.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { ItemKind } from "../../ItemKind.ts"
import { withEveryField } from "./entityFields.ts"
import { Merged } from "./failures.ts"
import { findSummary } from "./queries.ts"
import type { EntityOf } from "./shapes.ts"

const Facts = Schema.Struct({
  sortName: Schema.NullOr(Schema.String),
  ignoreAutoTag: Schema.Boolean,
  version: Schema.Number,
  facts: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  aliases: Schema.Array(Schema.String),
  parents: Schema.Array(EntityRef),
  tags: Schema.Array(EntityRef),
  hasBelow: Schema.Boolean
})
const KindCount = Schema.Struct({ kind: ItemKind, n: Schema.Number })
const Together = Schema.Struct({ ...EntityRef.fields, count: Schema.Number })
const Target = Schema.Struct({ into: Schema.String })

const byKind = (rows: ReadonlyArray<typeof KindCount.Type>) =>
  Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) as { readonly [Kind in ItemKind]?: number }

/** Maximum number of related performers on a performer's page. */
const mostRelated = 12

const performersSeenWith = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    const { ofVisibleItem } = yield* entitiesVisibleTo(principal)
    return yield* rowsOf(Together)(sql`
      select e.id, e.name, ${sql.literal(entityPictureExpression("e"))} as picture, n as count from (
        select other.entity_id, count(*)::int as n
        from item_relations own join items v on v.id = own.item_id
          join item_relations other on other.item_id = own.item_id and other.relation = 'performer'
        where own.entity_id = ${id} and own.relation = 'performer' and other.entity_id <> ${id} and ${items("v")}
        group by other.entity_id
      ) seen join related_entities e on e.id = seen.entity_id where ${ofVisibleItem("e")}
      order by n desc, e.sort_key, e.id limit ${mostRelated}`)
  })

/** Returns all details of an entity. Fails with `NotFound` if the caller may not see the entity. */
export const getEntity = Effect.fn("entities.get")(function* <Kind extends EntityKind>(
  principal: Principal,
  kind: Kind,
  id: string
) {
  const summary = yield* findSummary(principal, kind, id)
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* entitiesVisibleTo(principal)
  const { items } = yield* visibleTo(principal)
  const known = yield* rowOf(Facts)(sql`
    select e.sort_name as "sortName", e.ignore_auto_tag as "ignoreAutoTag", e.edit_version as version, e.facts,
      array(select n.name from related_names n where n.entity_id = e.id and n.is_alias order by n.folded) as aliases,
      (select coalesce(jsonb_agg(jsonb_build_object('id', up.id, 'name', up.name, 'picture', ${sql.literal(entityPictureExpression("up"))}) order by up.sort_key, up.id), '[]')
        from related_parents p join related_entities up on up.id = p.parent_id
        where p.entity_id = e.id and ${visibility.ofVisibleItem("up")}) as parents,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'picture', ${sql.literal(entityPictureExpression("t"))}) order by t.sort_key, t.id), '[]')
        from related_tags r join related_entities t on t.id = r.tag_id
        where r.entity_id = e.id and ${visibility.fewEntities("t")}) as tags,
      exists (select from related_parents p where p.parent_id = e.id) as "hasBelow"
    from related_entities e where e.id = ${id}`)
  if (Option.isNone(known)) return yield* new NotFound({ what: kind })
  const { facts, hasBelow, ...rest } = known.value
  const counts = byKind(
    yield* rowsOf(KindCount)(sql`
      select k.kind, sum(k.n)::int as n from related_counts k
      where k.entity_id = ${id} and ${visibility.counts("k")} group by k.kind`)
  )
  // Count distinct items, because an item may be related to several entities of the subtree.
  const countsWithChildren = !hasBelow
    ? counts
    : byKind(
        yield* rowsOf(KindCount)(sql`
          select v.kind, count(distinct v.id)::int as n
          from related_closure c join item_relations r on r.entity_id = c.descendant_id join items v on v.id = r.item_id
          where c.ancestor_id = ${id} and ${items("v")} group by v.kind`)
      )
  const shared = {
    ...summary,
    ...rest,
    counts,
    countsWithChildren,
    related: kind === "performer" ? yield* performersSeenWith(principal, id) : []
  }
  // The cast is safe, because the stored facts were validated with the same schemas.
  return { ...withEveryField(kind, facts), ...shared } as unknown as EntityOf<Kind>
})

/**
 * Returns all details of an entity, like `getEntity`. Fails with `Merged` if the entity was merged into an entity that
 * the caller may see.
 */
export const getOrFollow = <Kind extends EntityKind>(principal: Principal, kind: Kind, id: string) =>
  Effect.catchTag(getEntity(principal, kind, id), "NotFound", (notFound) =>
    Effect.gen(function* () {
      if (!isUuid(id)) return yield* notFound
      const sql = yield* SqlClient.SqlClient
      const target = yield* rowOf(Target)(
        // Follow later merges of the target.
        sql`with recursive led (target, depth) as (
            select into_id, 1 from related_merged where id = ${id} and kind = ${sql.literal(`'${kind}'`)}
            union all select m.into_id, l.depth + 1 from led l join related_merged m on m.id = l.target where l.depth < 100
          ) select target as "into" from led order by depth desc limit 1`
      )
      if (Option.isNone(target)) return yield* notFound
      yield* findSummary(principal, kind, target.value.into)
      return yield* new Merged({ mergedInto: target.value.into })
    })
  )
