import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type MemberContext, type MemberRule, membersOf } from "../../catalog/membership/members.ts"

const Rank = Schema.Struct({ nth: Schema.Number, n: Schema.Number })

const ordinal = (n: number): string => {
  const [tens, ones] = [n % 100, n % 10]
  const isTeen = tens >= 11 && tens <= 13
  return `${n}${isTeen ? "th" : ones === 1 ? "st" : ones === 2 ? "nd" : ones === 3 ? "rd" : "th"}`
}

/**
 * Returns the rank of an item among all matching items that the viewer sees, as text together with the limit: "61st,
 * and the limit is 50". Returns undefined if the rule has no limit or the item has no rank.
 */
export const rankOf = (context: MemberContext, rule: MemberRule, itemId: string) =>
  Effect.gen(function* () {
    const { limit } = rule
    if (limit === null) return undefined
    const { sql } = context
    const { order, rows } = membersOf(context, { ...rule, limit: null })
    // Pinned items come first and do not count towards the limit.
    const [found] = yield* rowsOf(Rank)(sql`
      select r.nth, r.n from (
        select m.id, (row_number() over (order by ${order}))::int as nth, (count(*) over ())::int as n
        from (${rows}) m where m.turn = 1
      ) r where r.id = ${itemId}`)
    if (found === undefined) return undefined
    const kept = limit.unit === "items" ? limit.amount : Math.ceil((found.n * limit.amount) / 100)
    return `${ordinal(found.nth)}, and the limit is ${kept}`
  })
