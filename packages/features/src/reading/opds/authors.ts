import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { picturedItem } from "../../catalog/related/picturedItem.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Paged } from "./listing.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  count: Schema.Number,
  /** The first book of the author that has a picture. */
  bookId: Schema.NullOr(Schema.String)
})
const Name = Schema.Struct({ id: Schema.String, name: Schema.String })
const Count = Schema.Struct({ n: Schema.Number })

/** Returns a page of the authors of visible books, sorted by name. */
export const listAuthors = Effect.fn("opds.authors")(function* (
  principal: Principal,
  { page, perPage }: Pick<Paged, "page" | "perPage">
) {
  const sql = yield* SqlClient.SqlClient
  const { items } = yield* visibleTo(principal)
  const visibility = yield* entitiesVisibleTo(principal)
  const where = sql`${visibility.sums("s")} and s.kind = 'author' and s.n > 0 and ${visibility.entities("s", "author")}`
  const [counted] = yield* rowsOf(Count)(sql`select count(*)::int as n from related_sums s where ${where}`)
  const rows = yield* rowsOf(Row)(sql`
    with page as materialized (
      select s.entity_id, s.n, s.sort_key from related_sums s where ${where}
      order by s.sort_key, s.entity_id limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint
    )
    select e.id, e.name, s.n::int as count, ${picturedItem(sql, "book", "v.id", items)} as "bookId"
    from page s join related_entities e on e.id = s.entity_id order by s.sort_key, s.entity_id`)
  return { authors: rows, paged: { page, perPage, total: counted?.n ?? 0 } satisfies Paged }
})

/** Returns the name of an author. Fails with `NotFound` if the caller cannot see the author. */
export const findAuthor = Effect.fn("opds.author")(function* (principal: Principal, id: string) {
  const notFound = new NotFound({ what: "page" })
  if (!isUuid(id)) return yield* notFound
  const sql = yield* SqlClient.SqlClient
  const { fewEntities } = yield* entitiesVisibleTo(principal)
  const found = yield* rowOf(Name)(
    sql`select e.id, e.name from related_entities e where e.id = ${id} and e.kind = 'author' and ${fewEntities("e")}`
  )
  return Option.isSome(found) ? found.value : yield* notFound
})
