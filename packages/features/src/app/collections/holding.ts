import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  hasOwnVariant,
  isCurrent,
  isListed,
  type MemberContext,
  type MemberRule
} from "../../catalog/membership/members.ts"
import { hasMember, withinTime } from "./members.ts"

type Known = MemberRule & { readonly id: string }

const Id = Schema.Struct({ id: Schema.String })

/**
 * Returns the ids of those collections in `rules` that contain the item for the viewer. The collections must be manual
 * or have stored members, and must not have a limit.
 */
const amongStored = (context: MemberContext, rules: ReadonlyArray<Known>, itemId: string) => {
  const { sql, visibility } = context
  const stored = rules.filter(({ rules: tree }) => tree !== null).map(({ id }) => id)
  const manual = rules.filter(({ rules: tree }) => tree === null).map(({ id }) => id)
  const seen = sql`v.id = ${itemId}::uuid and ${visibility.items("v")}`
  return rowsOf(Id)(sql`
    select r.id from unnest(${stored}::uuid[], ${stored.map((id) => hasOwnVariant(context, id))}::boolean[]) as r(id, hides_nsfw)
      join collection_matches m on m.collection_id = r.id and m.hides_nsfw = r.hides_nsfw
      join items v on v.id = m.item_id
    where ${seen} and ${isListed(context)}
      and not exists (select from collection_entries d where d.collection_id = r.id and d.item_id = v.id)
    union
    select e.collection_id from collection_entries e join items v on v.id = e.item_id
    where ${seen} and ((e.membership = 'pinned' and e.collection_id = any(${stored}::uuid[]))
      or (e.membership = 'item' and e.collection_id = any(${manual}::uuid[])))`)
}

/** Returns those collections in `rows` in which the viewer sees the item. */
export const holding = <Row extends Known>(
  context: MemberContext,
  rows: ReadonlyArray<Row>,
  itemId: string
) =>
  Effect.gen(function* () {
    const isStored = (row: Row) => row.limit === null && (row.rules === null || isCurrent(context, row))
    const found = yield* amongStored(context, rows.filter(isStored), itemId)
    const ids = new Set(found.map(({ id }) => id))
    return yield* Effect.filter(rows, (row) =>
      isStored(row) ? Effect.succeed(ids.has(row.id)) : withinTime(row.rules, hasMember(context, row, itemId))
    )
  })
