import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { findEditable } from "./commands.ts"
import { shownMembers } from "./members.ts"
import { listMembers } from "./queries.ts"
import type { CollectionItemsParams } from "./shapes.ts"

const Excluded = Schema.Struct({ id: Schema.String, total: Schema.Number })

/** Returns a page of the members that the caller sees, or of the excluded items. */
export const listItemsOf = (principal: Principal, id: string, params: CollectionItemsParams) =>
  Effect.gen(function* () {
    return params.membership === "banned"
      ? yield* listExcluded(principal, id, params)
      : yield* listMembers(principal, id, params)
  })

/** Returns a page of the items that users excluded from a collection, without the items that the caller cannot see. */
const listExcluded = Effect.fn("collections.excluded")(function* (
  principal: Principal,
  id: string,
  { kind, page, perPage }: CollectionItemsParams
) {
  yield* findEditable(principal, id)
  const sql = yield* SqlClient.SqlClient
  const { items } = yield* visibleTo(principal)
  const ofKind = kind === undefined ? sql.literal("true") : sql`v.kind = ${kind}::item_kind`
  const rows = yield* rowsOf(Excluded)(sql`
    select v.id, count(*) over ()::int as total from collection_entries e join items v on v.id = e.item_id
    where e.collection_id = ${id} and e.membership = 'banned' and ${ofKind} and ${items("v")}
    order by v.sort_title, v.id limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint`)
  const shown = yield* shownMembers(
    principal,
    rows.map((row) => row.id)
  )
  return {
    items: shown.map((item) => ({ ...item, note: null as string | null, isPinned: false })),
    total: rows[0]?.total ?? 0,
    page,
    perPage
  }
})
