import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Node } from "@media/query/Tree"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({ id: Schema.String, hasVariants: Schema.Boolean })

/**
 * Maximum number of events after the last refresh that are checked for effects on the stored members. If there are
 * more, the stored members are not used and the rules are evaluated.
 */
const mostBehind = 2_000

export interface RuleOf {
  readonly id: string
  readonly rules: Node | null
}

/**
 * The rules whose stored members are current, keyed by collection id. `variants` contains the ids of collections that
 * store a separate set of members for viewers who hide NSFW content.
 */
export interface FreshRules {
  readonly rules: ReadonlyMap<string, Node>
  readonly variants: ReadonlySet<string>
}

/**
 * Finds the rules whose stored members are current. The members of a rule are current if all of these conditions are
 * true:
 * - The rule is unchanged.
 * - No event since the last refresh can have changed the members.
 * - No relative date in the rule has expired.
 *
 * All other rules are evaluated when a viewer requests the members, so that viewers never see outdated members.
 */
export const freshRules = (rows: ReadonlyArray<RuleOf>) =>
  Effect.gen(function* () {
    const dynamic = rows.filter(({ rules }) => rules !== null)
    if (dynamic.length === 0) return { rules: new Map(), variants: new Set() } satisfies FreshRules
    const sql = yield* SqlClient.SqlClient
    const found = yield* rowsOf(Row)(sql`
      with behind as materialized (
        select e.type from collection_cursor k join events e on (e.xid, e.position) > (k.xid::xid8, k.position)
        where e.type not like 'jobs.%' limit ${mostBehind + 1}::bigint
      )
      select r.collection_id as id, r.has_variants as "hasVariants"
      from collection_refreshes r join collections c on c.id = r.collection_id
      where r.collection_id = any(${dynamic.map(({ id }) => id)}::uuid[]) and r.is_stored and not r.is_stale
        and r.rules = c.rules and (r.due_at is null or r.due_at > now())
        and exists (select from collection_cursor) and (select count(*) from behind) <= ${mostBehind}::bigint
        and not exists (select from behind b where b.type = any(r.event_types))`)
    const trees = new Map(dynamic.map(({ id, rules }) => [id, rules!]))
    return {
      rules: new Map(found.flatMap(({ id }) => (trees.has(id) ? [[id, trees.get(id)!] as const] : []))),
      variants: new Set(found.filter(({ hasVariants }) => hasVariants).map(({ id }) => id))
    } satisfies FreshRules
  })
