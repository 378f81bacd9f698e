import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid, NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../../ItemKind.ts"
import { conditionOf } from "../../bulk/queries.ts"
import { bounded } from "../../../catalog/items/asked.ts"
import { visibleTo } from "../../../platform/visibility/Visibility.ts"

const most = 200

const Names = Schema.Array(Schema.String)
/** An item in the responses to plugins. */
const Item = Schema.Struct({
  id: Schema.String,
  kind: ItemKind,
  title: Schema.String,
  path: Schema.NullOr(Schema.String),
  date: Schema.NullOr(Schema.String),
  details: Schema.NullOr(Schema.String),
  isOrganized: Schema.Boolean,
  tags: Names,
  performers: Names,
  studio: Schema.NullOr(Schema.String)
})

const names = (relation: string) => `
  (select coalesce(json_agg(e.name order by r.ordinal, e.name), '[]') from item_relations r
   join related_entities e on e.id = r.entity_id where r.item_id = v.id and r.relation = '${relation}')`

const columns = `
  v.id, v.kind, v.title, f.path, v.date, t.details, v.is_organized as "isOrganized", ${names("tag")} as tags,
  ${names("performer")} as performers, ${names("studio")} ->> 0 as studio`

const from = "items v left join item_files f on f.item_id = v.id left join item_texts t on t.item_id = v.id"

const Query = Schema.Struct({
  kind: ItemKind,
  q: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(4_000)), { exact: true }),
  after: Schema.optionalWith(Schema.UUID, { exact: true }),
  limit: Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, most)), {
    default: () => 100
  })
})

/**
 * Handles `GET /items`. Returns the items of a kind that match a query in the syntax of the search box, sorted by id.
 */
export const listItems = Effect.fn("plugins.run.items")(function* (
  principal: Principal,
  params: URLSearchParams
) {
  const sql = yield* SqlClient.SqlClient
  const { after, kind, limit, q } = yield* Effect.mapError(
    Schema.decodeUnknown(Query)(Object.fromEntries(params)),
    ({ message }) => new Invalid({ reason: message })
  )
  const { read, where } = yield* conditionOf(principal, {
    filter: { kind, ...(q === undefined ? {} : { q }) }
  })
  const rows = yield* bounded(
    read ?? {},
    rowsOf(Item)(sql`
      select ${sql.literal(columns)} from ${sql.literal(from)}
      where ${where} and v.id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid
      order by v.id limit ${limit}`)
  )
  return { items: rows, next: rows.length === limit ? rows.at(-1)!.id : null }
})

/** Handles `GET /items/:id`. Fails with `NotFound` if the item is unknown or hidden. */
export const findItem = Effect.fn("plugins.run.item")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  if (!isUuid(id)) return yield* new NotFound({ what: "item" })
  const visibility = yield* visibleTo(principal)
  const [item] = yield* rowsOf(Item)(sql`
    select ${sql.literal(columns)} from ${sql.literal(from)} where v.id = ${id} and ${visibility.items("v")}`)
  return item === undefined ? yield* new NotFound({ what: "item" }) : item
})
