import * as SqlClient from "@effect/sql/SqlClient"
import type { JobContext } from "@media/jobs/JobContext"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { AutoTagKind } from "./contract.ts"
import { indexOf, namesIn } from "./match.ts"

const Name = Schema.Struct({ id: Schema.String, kind: EntityKind, name: Schema.String })
const Item = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  path: Schema.NullOr(Schema.String),
  related: Schema.Array(Schema.String),
  hasStudio: Schema.Boolean
})
const Found = Schema.Struct({ entityId: Uuid, itemId: Uuid, words: Schema.String })
const Count = Schema.Struct({ n: Schema.Number })

/** Number of items per statement. */
const perStep = 2_000

export interface FindOptions {
  readonly kinds: ReadonlyArray<AutoTagKind>
  readonly libraryId: string | null
}

/**
 * Returns the names and aliases to search for, including names of hidden entities. The list of proposals omits hidden
 * entities.
 */
const namesToFind = (kinds: ReadonlyArray<EntityKind>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Name)(sql`
      select n.entity_id as id, n.kind, n.name from related_names n join related_entities e on e.id = n.entity_id
      where n.kind::text = any(${[...kinds]}::text[]) and not e.ignore_auto_tag`)
  )

/** Stores the proposals for visible items: unrelated entities whose names occur in the path or title of an item. */
export const findProposals = Effect.fn("autoTag.find")(function* (
  principal: Principal,
  { kinds, libraryId }: FindOptions,
  context: Pick<JobContext, "progress">
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const names = yield* namesToFind(kinds)
  const kindOf = new Map(names.map(({ id, kind }) => [id, kind]))
  const index = indexOf(names)
  const where = sql.and([
    visibility.items("v"),
    ...(libraryId === null ? [] : [sql`v.library_id = ${libraryId}::uuid`])
  ])
  const [{ n: total } = { n: 0 }] = yield* rowsOf(Count)(
    sql`select count(*)::int as n from items v where ${where}`
  )
  // Delete the proposals of earlier runs, which may be outdated.
  yield* sql`delete from auto_tag_proposals p using related_entities e, items v
    where e.id = p.entity_id and v.id = p.item_id and not p.is_dismissed and e.kind::text = any(${[...kinds]}::text[]) and ${where}`
  let [done, found, last] = [0, 0, "00000000-0000-0000-0000-000000000000"]
  for (;;) {
    const items = yield* rowsOf(Item)(sql`
      select v.id, v.title, f.path,
        array(select r.entity_id::text from item_relations r where r.item_id = v.id) as related,
        exists (select from item_relations r where r.item_id = v.id and r.relation = 'studio') as "hasStudio"
      from items v left join item_files f on f.item_id = v.id
      where v.id > ${last}::uuid and ${where} order by v.id limit ${perStep}`)
    if (items.length === 0) return { items: done, proposals: found }
    const rows = items.flatMap(({ hasStudio, id, path, related, title }) => {
      const byEntity = new Map(
        [path ?? "", title].flatMap((text) => namesIn(text, index)).map((one) => [one.id, one.words])
      )
      return [...byEntity]
        .filter(
          ([entityId]) => !related.includes(entityId) && !(hasStudio && kindOf.get(entityId) === "studio")
        )
        .map(([entityId, words]) => ({ entityId, itemId: id, words }))
    })
    const now = new Date(yield* Clock.currentTimeMillis)
    yield* sql`insert into auto_tag_proposals (entity_id, item_id, found_at, words)
      select x.entity_id, x.item_id, ${now}, x.words from ${recordset(Found, rows, { key: [] }).from}
      on conflict (entity_id, item_id) do nothing`
    done += items.length
    found += rows.length
    last = items.at(-1)!.id
    yield* context.progress({ percent: Math.min(100, (100 * done) / Math.max(1, total)) })
  }
})
