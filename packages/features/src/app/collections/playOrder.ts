import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type MemberContext, type MemberRule, membersOf } from "../../catalog/membership/members.ts"
import type { PlayOrderItem } from "./shapes.ts"

const Playable = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  title: Schema.String,
  duration: Schema.NullOr(Schema.Number)
})
/** Maximum number of items in a play queue. */
const mostPlayed = 10_000
/** Maximum depth of groups in groups. Galleries can be nested like folders. */
const deepest = 10

/**
 * Returns the members that can be played or viewed, in order or shuffled with a seed. A group is replaced by its items
 * in their order. Each item occurs once.
 */
export const playOrder = (context: MemberContext, rule: MemberRule, seed: string | undefined) =>
  Effect.gen(function* () {
    const { sql, visibility } = context
    const { order, rows } = membersOf(context, rule)
    const ranked =
      seed === undefined ? sql.literal("min(b.place), b.id") : sql`md5(b.id::text || ${seed}), b.id`
    const found = yield* rowsOf(Playable)(sql`
      with recursive below as (
        select m.id, array[row_number() over (order by ${order})] as place from (${rows}) m
        union all
        select c.id, b.place || coalesce(c.ordinal, 2147483647)::bigint || row_number() over (order by c.sort_title, c.id)
        from below b join items c on c.parent_id = b.id
        where cardinality(b.place) < ${sql.literal(String(2 * deepest))} and ${visibility.items("c")})
      select v.id, v.kind::text as kind, v.title, v.duration
      from below b join items v on v.id = b.id
      where v.kind in ('video', 'track', 'image') and v.status <> 'missing'
      group by b.id, v.id order by ${ranked} limit ${sql.literal(String(mostPlayed))}`)
    return found as ReadonlyArray<typeof PlayOrderItem.Type>
  })
