import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import {
  hasOwnVariant,
  isCurrent,
  isListed,
  type MemberContext,
  type MemberRule
} from "../../catalog/membership/members.ts"

export interface Counts {
  readonly total: number
  readonly counts: Readonly<Partial<Record<ItemKind, number>>>
}

const Row = Schema.Struct({
  id: Schema.String,
  kind: ItemKind,
  /** Number of members before the limit is applied. */
  found: Schema.Number,
  pinned: Schema.Number
})

type Known = MemberRule & { readonly id: string }

/** Returns true if the limit excludes members. The counts of all members are then too high. */
const isCut = ({ limit }: MemberRule, found: number): boolean =>
  limit !== null && (limit.unit === "percent" || found > limit.amount)

/**
 * Returns the numbers of members that a viewer sees, keyed by collection, without evaluating rules. The numbers come
 * from the stored counts of rules and from the entries of manual collections. Omits rules that must be evaluated, and
 * collections whose limit excludes members.
 */
export const knownCounts = (context: MemberContext, rules: ReadonlyArray<Known>) =>
  Effect.gen(function* () {
    const { sql, visibility } = context
    const stored = rules.filter((rule) => isCurrent(context, rule))
    const manual = rules.filter((rule) => rule.rules === null)
    if (stored.length + manual.length === 0) return new Map<string, Counts>()
    const variants = stored.map(({ id }) => hasOwnVariant(context, id))
    const listed = isListed(context)
    const seen = visibility.items("v")
    const rows = yield* rowsOf(Row)(sql`
      with current as materialized (
        select * from unnest(${stored.map(({ id }) => id)}::uuid[], ${variants}::boolean[]) as r(id, hides_nsfw)
      )
      select x.id, x.kind::text as kind, sum(x.found)::int as found, sum(x.pinned)::int as pinned from (
        select r.id, v.kind, v.n as found, 0 as pinned
        from current r join collection_counts v on v.collection_id = r.id and v.hides_nsfw = r.hides_nsfw
        where ${listed} and ${seen}
        union all
        select r.id, v.kind, -1, 0
        from current r join collection_entries e on e.collection_id = r.id
          join collection_matches m on m.collection_id = r.id and m.hides_nsfw = r.hides_nsfw and m.item_id = e.item_id
          join items v on v.id = e.item_id
        where ${listed} and ${seen}
        union all
        select r.id, v.kind, 0, 1
        from current r join collection_entries e on e.collection_id = r.id and e.membership = 'pinned'
          join items v on v.id = e.item_id
        where ${seen}
        union all
        select e.collection_id, v.kind, 1, 0
        from collection_entries e join items v on v.id = e.item_id
        where e.collection_id = any(${manual.map(({ id }) => id)}::uuid[]) and e.membership = 'item' and ${seen}
      ) x group by x.id, x.kind`)
    const known = new Map<string, Counts>()
    for (const rule of [...stored, ...manual]) {
      const own = rows.filter(({ id }) => id === rule.id)
      if (
        isCut(
          rule,
          own.reduce((sum, { found }) => sum + found, 0)
        )
      )
        continue
      const counts = own.flatMap(({ found, kind, pinned }) =>
        found + pinned > 0 ? [[kind, found + pinned]] : []
      )
      known.set(rule.id, {
        total: own.reduce((sum, { found, pinned }) => sum + found + pinned, 0),
        counts: Object.fromEntries(counts) as Counts["counts"]
      })
    }
    return known
  })
