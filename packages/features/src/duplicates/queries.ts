import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemsById } from "../items/queries.ts"
import { duplicateGroups } from "./candidates.ts"
import { type DuplicateFilter, type DuplicateGroup, mostOfGroup } from "./contract.ts"
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

/** A page of groups of duplicates that the caller sees; those that would free most room come first. */
export const listDuplicates = Effect.fn("duplicates.list")(function* (
  principal: Principal,
  { distance, keepBy, kind, page, perPage, seconds }: DuplicateFilter
) {
  const groups = yield* duplicateGroups(principal, kind, { distance, seconds })
  const shown = groups.slice((page - 1) * perPage, page * perPage)
  const ids = shown.flatMap((group) => group.ids.slice(0, mostOfGroup))
  // Asked again: what was kept may be older than a change of who sees what.
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
