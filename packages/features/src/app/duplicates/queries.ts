import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import { itemsById } from "../../catalog/items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { duplicateGroups } from "./candidates.ts"
import {
  type DuplicateFilter,
  type DuplicateGroup,
  mostOfGroup,
  type RememberedDismissal
} from "./contract.ts"
import type { Group } from "./groups.ts"
import { keeperOf } from "./keeper.ts"
import { distanceOf } from "./nearHashes.ts"

const Row = Schema.Struct({
  id: Schema.String,
  path: Schema.String,
  bitRate: Schema.NullOr(Schema.Number),
  container: Schema.NullOr(Schema.String),
  videoCodec: Schema.NullOr(Schema.String),
  content: Schema.NullOr(Schema.String),
  high: Schema.NullOr(Schema.Number),
  low: Schema.NullOr(Schema.Number)
})
type Compared = typeof Row.Type

const comparedById = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select f.item_id as id, f.path, k.bit_rate as "bitRate", k.container, k.video_codec as "videoCodec",
             encode(h.md5, 'hex') as content, (h.phash >> 32)::int as high, ((h.phash << 32) >> 32)::int as low
      from item_files f left join video_facts k on k.item_id = f.item_id
        left join item_fingerprints h on h.item_id = f.item_id
      where f.item_id = any(${ids as Array<string>}::uuid[])`)
    return new Map(rows.map((row) => [row.id, row]))
  })

const bitsBetween = (a: Compared, b: Compared): number | null =>
  a.high === null || a.low === null || b.high === null || b.low === null
    ? null
    : distanceOf({ high: Int32Array.of(a.high, b.high), low: Int32Array.of(a.low, b.low) }, 0, 1)

/**
 * Returns a page of the groups of duplicates that the caller may see. The groups are sorted in descending order of the
 * disk space that removing the duplicates would free.
 */
export const listDuplicates = Effect.fn("duplicates.list")(function* (
  principal: Principal,
  { distance, keepBy, kind, page, perPage, seconds }: DuplicateFilter
) {
  const groups = yield* duplicateGroups(principal, kind, { distance, seconds })
  const shown = groups.slice((page - 1) * perPage, page * perPage)
  const ids = shown.flatMap((group) => group.ids.slice(0, mostOfGroup))
  // Read the items again, because their visibility may have changed since the groups were cached.
  const items = yield* itemsById(principal, ids)
  const compared = yield* comparedById([...items.keys()])
  const toGroup = ({ ids, isIdentical, spare }: Group): ReadonlyArray<DuplicateGroup> => {
    const rows = ids.slice(0, mostOfGroup).flatMap((id) => {
      const item = items.get(id)
      const facts = compared.get(id)
      return item === undefined || facts === undefined ? [] : [{ item, facts }]
    })
    const kept = keeperOf(
      rows.map(({ facts, item }) => ({ ...item, bitRate: facts.bitRate })),
      keepBy
    )
    const own = rows.find(({ item }) => item.id === kept?.keep.id)
    if (kept === undefined || own === undefined || rows.length < 2) return []
    return [
      {
        isIdentical,
        count: ids.length,
        keepId: own.item.id,
        keepBecause: kept.because,
        spare,
        items: rows.map(({ facts, item }) => ({
          item,
          path: facts.path,
          bitRate: facts.bitRate,
          container: facts.container,
          videoCodec: facts.videoCodec,
          bits: bitsBetween(facts, own.facts),
          isSame: facts.content !== null && facts.content === own.facts.content
        }))
      }
    ]
  }
  return { items: shown.flatMap(toGroup), total: groups.length, page, perPage }
})

/**
 * Returns the time of a decision in ISO 8601. The id of a decision is a UUIDv7, which starts with the time in
 * milliseconds.
 */
const timeOf = (id: string): string =>
  new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toISOString()

const Told = Schema.Struct({
  id: Schema.String,
  total: Schema.Number,
  items: Schema.Array(
    Schema.Struct({ id: Schema.String, kind: ItemKind, title: Schema.String, path: Schema.String })
  )
})

/** Lists dismissals, newest first. Omits dismissals with an item that is hidden from the caller. */
export const listDismissals = Effect.fn("duplicates.dismissals")(function* (
  principal: Principal,
  { page, perPage }: { readonly page: number; readonly perPage: number }
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(Told)(sql`
    with named as (
      select dismissal_id as id, low_id as item_id from duplicate_dismissals
      union select dismissal_id, high_id from duplicate_dismissals
    ), seen as (
      select n.id, count(*) over ()::int as total,
             jsonb_agg(jsonb_build_object('id', v.id, 'kind', v.kind, 'title', v.title, 'path', f.path) order by v.id) as items
      from named n left join items v on v.id = n.item_id and ${visibility.items("v")}
        left join item_files f on f.item_id = v.id
      group by n.id having bool_and(f.item_id is not null)
      order by n.id desc limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint
    )
    select id, total, items from seen order by id desc`)
  const items = rows.map(({ id, items }): RememberedDismissal => ({ id, at: timeOf(id), items }))
  return { items, total: rows[0]?.total ?? 0, page, perPage }
})
