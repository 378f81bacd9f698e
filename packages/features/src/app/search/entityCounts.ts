import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { ItemKind } from "../../ItemKind.ts"

const Count = Schema.Struct({ id: Schema.String, count: Schema.Number })

/** Returns the number of visible items of one kind for each of these entities, keyed by entity id. */
const countsOfKind = (principal: Principal, kind: ItemKind, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    const rows = yield* rowsOf(Count)(sql`
      select c.entity_id as id, sum(c.n)::int as count from related_counts c
      where c.entity_id = any(${ids as Array<string>}::uuid[]) and ${sql.literal(`c.kind = '${kind}'`)}
        and c.n > 0 and ${items("c")} group by c.entity_id`)
    return new Map(rows.map(({ count, id }) => [id, count]))
  })

interface Counted {
  readonly id: string
  readonly sortKey: string
  readonly count: number
  readonly rank: number
}

/** For each requested entity, this number of entities is read and compared, up to `mostCompared` entities in total. */
const comparedEach = 16
const mostCompared = 2_000

/**
 * Returns the entities with the best rank. Entities of the same rank are sorted by their number of items of one kind,
 * in descending order. `read` sorts entities by rank and by their number of items of all kinds, so its first entities
 * may have no items of the requested kind. The function therefore reads larger batches, up to `mostCompared` entities,
 * until the last result has an item of the requested kind.
 */
export const mostOfKind = <Row extends Counted, E, R>(
  principal: Principal,
  kind: ItemKind | undefined,
  limit: number,
  read: (most: number) => Effect.Effect<ReadonlyArray<Row>, E, R>
): Effect.Effect<ReadonlyArray<Row>, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (kind === undefined) return yield* read(limit)
    for (let most = comparedEach * limit; ; most = Math.min(4 * most, mostCompared)) {
      const rows = yield* read(most)
      const counts = yield* countsOfKind(
        principal,
        kind,
        rows.map(({ id }) => id)
      )
      const best = rows
        .map((row) => ({ ...row, count: counts.get(row.id) ?? 0 }))
        .toSorted((a, b) => a.rank - b.rank || b.count - a.count || (a.sortKey < b.sortKey ? -1 : 1))
        .slice(0, limit)
      if (rows.length < most || most >= mostCompared || (best.at(-1)?.count ?? 0) > 0) return best
    }
  })
