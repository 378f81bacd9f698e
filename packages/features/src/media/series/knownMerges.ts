import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"

const Target = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  title: Schema.String,
  year: Schema.NullOr(Schema.Number),
  ids: Schema.Record({ key: Schema.String, value: Schema.String }),
  seasonIds: Schema.Array(Schema.String)
})
export type MergeTarget = typeof Target.Type
const Merge = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  title: Schema.String,
  /** Number of merges that lead from the series to the target, 1 for a direct merge. */
  depth: Schema.Number,
  into: Target
})
/** A merged series and the series that now contains its episodes. After several merges, `into` is the last target. */
export type KnownMerge = typeof Merge.Type

/**
 * Maximum number of merges to follow. The commands reject cycles of merges, but if there is one anyway, this limit ends
 * the query.
 */
const MOST_DEPTH = 100

/** Returns the merged series of a library. */
export const mergesOf = (libraryId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Merge)(sql`
      with recursive chain as (
        select m.series_id as id, m.into_id, 1 as depth from series_merges m where m.library_id = ${libraryId}
        union all
        select c.id, m.into_id, c.depth + 1 from chain c join series_merges m on m.series_id = c.into_id
        where c.depth < ${MOST_DEPTH}
      )
      select s.item_id as id, s.key, c.depth, coalesce(o.stated -> 'title' -> 'name' ->> 'value', v.title) as title,
        jsonb_build_object('id', t.item_id, 'key', t.key, 'year', t.year, 'ids', t.ids,
          'title', coalesce(p.stated -> 'title' -> 'name' ->> 'value', w.title),
          'seasonIds', (select coalesce(jsonb_agg(n.item_id order by n.number), '[]') from season_facts n
            where n.series_id = t.item_id)) as "into"
      from chain c join series_facts s on s.item_id = c.id join items v on v.id = s.item_id
        left join item_sources o on o.item_id = s.item_id
        join series_facts t on t.item_id = c.into_id join items w on w.id = t.item_id
        left join item_sources p on p.item_id = t.item_id
      where not exists (select from series_merges m where m.series_id = t.item_id) order by s.item_id`)
  )

const Key = Schema.Struct({ key: Schema.String })

/** Returns the keys of all series of a library. Series without episodes are included. */
export const seriesKeysOf = (libraryId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Key)(sql`
      select s.key from series_facts s join items v on v.id = s.item_id
      where v.library_id in (${libraryId}::uuid, ${TRASH_LIBRARY}::uuid)`)
    return new Set(rows.map(({ key }) => key))
  })

/** Locks these series until the end of the transaction, so that concurrent merges of the same series wait. */
export const lockSeries = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      select from series_facts s where s.item_id = any(${ids as Array<string>}::uuid[]) order by s.item_id
      for no key update`
  )

const Id = Schema.Struct({ id: Schema.String })

/** Returns the ids of a series and of all series that were merged into it, directly or through other series. */
export const mergedBelow = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Id)(sql`
      with recursive below as (
        select ${id}::uuid as id union select m.series_id from below b join series_merges m on m.into_id = b.id
      )
      select id from below`)
    return rows.map((row) => row.id)
  })
