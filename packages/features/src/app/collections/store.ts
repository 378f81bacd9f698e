import { rowsOf } from "@media/pg/Rows"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type MemberContext, matchesOf } from "../../catalog/membership/members.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { RuleRow } from "./everyone.ts"

/** An item with the event that may have changed it. The history shows this event as the cause. */
export interface Cause {
  readonly itemId: string
  /** Kind of the item, or null if the item no longer exists. */
  readonly kind: ItemKind | null
  readonly position: number
  readonly type: string
  readonly actor: string | null
}

const Counted = Schema.Struct({ added: Schema.Number, removed: Schema.Number })
const Changed = Schema.Struct({
  id: Schema.String,
  hidesNsfw: Schema.Boolean,
  itemId: Schema.String,
  isIn: Schema.Boolean
})

interface Storing {
  /**
   * The values of `hidesNsfw` under which the members are stored. A rule may have separate members for viewers who hide
   * NSFW content and for all other viewers. If both sets are equal, they are stored once, under both values.
   */
  readonly variants: ReadonlyArray<boolean>
  /** True if the differences are recorded as changes. False for the first evaluation. */
  readonly isRecorded: boolean
  /** The items to evaluate, with their causes. Undefined to evaluate all items. */
  readonly causes?: ReadonlyArray<Cause>
}

/**
 * Returns SQL that compares the current members of rules with the stored members, and stores the differences and their
 * history. The tables `added` and `removed` contain the differences. Most members do not change, so the comparison is
 * faster than inserting all members again.
 */
const storing = (
  context: MemberContext,
  rows: ReadonlyArray<RuleRow>,
  { causes, isRecorded, variants }: Storing
): Fragment => {
  const { sql } = context
  const of = <Key extends keyof Cause>(key: Key) => (causes ?? []).map((cause) => cause[key])
  const asked = sql`select k.item_id from asked k`
  const among = causes && {
    ids: asked,
    n: causes.length,
    kinds: new Set(causes.map(({ kind }) => kind))
  }
  const matches = rows.map(
    ({ id, rules }) => sql`select ${id}::uuid as rule, m.id from (${matchesOf(context, rules, among)}) m`
  )
  return sql`
    with asked as materialized (
        select * from unnest(${of("itemId")}::uuid[], ${of("position")}::bigint[], ${of("type")}::text[], ${of("actor")}::text[])
          as k(item_id, position, type, actor)),
      now as materialized (${sql.join(" union all ", false)(matches)}),
      kept as materialized (
        select c.ctid as row_id, c.collection_id, c.hides_nsfw, c.item_id from collection_matches c
        where c.collection_id = any(${rows.map(({ id }) => id)}::uuid[]) and c.hides_nsfw = any(${variants as Array<boolean>}::boolean[])
          and ${causes === undefined ? sql.literal("true") : sql`c.item_id = any(array(${asked}))`}),
      added as (
        insert into collection_matches (collection_id, hides_nsfw, item_id)
        select now.rule, t.hides_nsfw, now.id from now cross join unnest(${variants as Array<boolean>}::boolean[]) as t(hides_nsfw)
        where not exists (select from kept k
          where k.collection_id = now.rule and k.item_id = now.id and k.hides_nsfw = t.hides_nsfw)
        on conflict do nothing returning collection_id, hides_nsfw, item_id),
      removed as (
        delete from collection_matches c where c.ctid = any(array(
          select k.row_id from kept k where not exists (select from now where now.rule = k.collection_id and now.id = k.item_id)))
        returning c.collection_id, c.hides_nsfw, c.item_id),
      told as (
        insert into collection_changes (collection_id, item_id, at, is_in, hides_nsfw, cause_position, cause_type, cause_actor)
        select x.collection_id, x.item_id, now(), x.is_in, x.hides_nsfw, k.position, k.type, k.actor
        from (select *, true as is_in from added union all select *, false from removed) x
          left join asked k on k.item_id = x.item_id
        where ${isRecorded} returning 1)`
}

/** Evaluates a rule for all items and stores its members. The caller updates the counts. */
export const storeWhole = (context: MemberContext, row: RuleRow, isRecorded: boolean) =>
  Effect.map(
    rowsOf(
      Counted
    )(context.sql`${storing(context, [row], { isRecorded, variants: [context.hidesNsfw === true] })}
      select (select count(*)::int from added) as added, (select count(*)::int from removed) as removed,
        (select count(*) from told) as told`),
    ([counted]) => counted!
  )

/** Evaluates rules of one owner for some items. Returns the members that were added or removed. */
export const storeSome = (
  context: MemberContext,
  rows: ReadonlyArray<RuleRow>,
  given: { readonly causes: ReadonlyArray<Cause>; readonly variants: ReadonlyArray<boolean> }
) =>
  rowsOf(Changed)(context.sql`${storing(context, rows, { ...given, isRecorded: true })}
    select collection_id as id, hides_nsfw as "hidesNsfw", item_id as "itemId", true as "isIn" from added
    union all select collection_id, hides_nsfw, item_id, false from removed`)
