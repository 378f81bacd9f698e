import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  hasOwnVariant,
  isCurrent,
  isListed,
  type MemberContext,
  type MemberRule,
  membersOf
} from "../../catalog/membership/members.ts"

const Id = Schema.Struct({ id: Schema.String })

/** Number of members above which the newest members are found by their ids, because sorting all members is slow. */
const mostSorted = 1_000
/** Maximum number of stored members that are checked for visibility. */
const mostLookedAt = 5_000

const isNewestFirst = ({ sort: [first] }: MemberRule): boolean =>
  first === undefined || (first.field === "createdAt" && first.direction === "desc")

/**
 * Returns the newest members. An item id starts with the time when the item was added, so sorting by id is sufficient.
 */
const newestOf = (context: MemberContext, id: string, first: number) => {
  const { sql, visibility } = context
  const variant = sql.literal(String(hasOwnVariant(context, id)))
  return rowsOf(Id)(sql`
    select v.id from (
      select m.item_id from collection_matches m where m.collection_id = ${id} and m.hides_nsfw = ${variant}
      order by m.item_id desc limit ${sql.literal(String(mostLookedAt))}
    ) m cross join lateral (select * from items one where one.id = m.item_id offset 0) v
    where ${visibility.items("v")} and ${isListed(context)}
      and not exists (select from collection_entries e where e.collection_id = ${id} and e.item_id = v.id)
    limit ${first}::bigint`)
}

/**
 * Returns the ids of the first members that the viewer sees, for the cover. Avoids sorting all members of a large rule:
 * sorting 60,000 members took 60 ms, and a page shows many collections.
 */
export const firstMembers = (context: MemberContext, rule: MemberRule, first: number, total: number) =>
  Effect.gen(function* () {
    const { sql } = context
    const { id } = rule
    if (id !== undefined && isCurrent(context, rule) && total > mostSorted && isNewestFirst(rule)) {
      const pinned = yield* rowsOf(Id)(sql`
        select v.id from collection_entries e join items v on v.id = e.item_id
        where e.collection_id = ${id} and e.membership = 'pinned' and ${context.visibility.items("v")}
        order by v.created_at desc, e.ordinal, v.id limit ${first}::bigint`)
      const newest = yield* newestOf(context, id, first)
      if (newest.length === first) return [...pinned, ...newest].slice(0, first).map((row) => row.id)
    }
    const { order, rows } = membersOf(context, rule)
    const found = yield* rowsOf(Id)(sql`
      select m.id from (${rows}) m order by ${order} limit ${first}::bigint`)
    return found.map((row) => row.id)
  })
