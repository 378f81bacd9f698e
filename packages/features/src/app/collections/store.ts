import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type MemberContext, matchesOf } from "../../catalog/membership/members.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { RuleRow } from "./everyone.ts"

/** The event that changed items, and how it is told in the history. */
export interface Cause {
  readonly itemId: string
  /** Null for an item that is gone. */
  readonly kind: ItemKind | null
  readonly position: number
  readonly type: string
  readonly actor: string | null
}

const Changed = Schema.Struct({ added: Schema.Number, removed: Schema.Number })

interface Storing {
  /** False for the first evaluation: the first members are no news. */
  readonly isRecorded: boolean
  /** The items to evaluate; absent for all. */
  readonly causes?: ReadonlyArray<Cause>
}

/** Evaluates a rule, for all items or for some, as its owner sees them, and stores the difference to the stored members with its history. */
export const storeMembers = (context: MemberContext, row: RuleRow, { causes, isRecorded }: Storing) =>
  Effect.gen(function* () {
    const { hidesNsfw = false, sql } = context
    const kinds = causes === undefined ? undefined : new Set(causes.map(({ kind }) => kind))
    const ids = causes === undefined ? undefined : causes.map(({ itemId }) => itemId)
    const among = ids === undefined ? sql.literal("true") : sql`c.item_id = any(${ids}::uuid[])`
    const of = (key: "actor" | "type" | "position") => causes?.map((cause) => cause[key]) ?? []
    const rows = yield* rowsOf(Changed)(sql`
      with now as materialized (select distinct m.id from (${matchesOf(context, row.rules, ids, kinds)}) m),
        added as (
          insert into collection_matches (collection_id, hides_nsfw, item_id)
          select ${row.id}::uuid, ${hidesNsfw}, now.id from now on conflict do nothing returning item_id),
        removed as (
          delete from collection_matches c where c.collection_id = ${row.id} and c.hides_nsfw = ${hidesNsfw} and ${among}
            and not exists (select from now where now.id = c.item_id) returning c.item_id),
        told as (
          insert into collection_changes (collection_id, item_id, at, is_in, hides_nsfw, cause_position, cause_type, cause_actor)
          select ${row.id}::uuid, x.item_id, now(), x.is_in, ${hidesNsfw}, k.position, k.type, k.actor
          from (select item_id, true as is_in from added union all select item_id, false from removed) x
            left join unnest(${ids ?? []}::uuid[], ${of("position")}::bigint[], ${of("type")}::text[], ${of("actor")}::text[])
              as k(item_id, position, type, actor) on k.item_id = x.item_id
          where ${isRecorded} returning 1)
      select (select count(*)::int from added) as added, (select count(*)::int from removed) as removed,
        (select count(*) from told) as told`)
    return rows[0]!
  })
