import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { type Field, hasKind } from "@media/query/Field"
import { foldedOf } from "../../catalog/filters/compile.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import { namesOfItems } from "../../catalog/relations/names.ts"
import { foldedTitle } from "../../catalog/items/foldedTitle.ts"
import type { ItemKind } from "../../ItemKind.ts"

/** A table with text about items that the search covers. `folded` is the expression of its trigram index. */
interface NameTable {
  readonly table: string
  readonly item: string
  readonly folded: string
}

const tablesOf = ({ source }: Field<SqlSource>): ReadonlyArray<NameTable> => {
  if (source.from === "relation")
    return source.tables.map(({ item = "item_id", name, table }) => ({
      table,
      item,
      folded: foldedOf(`k.${name}`)
    }))
  if (source.from === "entities")
    return [{ table: namesOfItems(source.relation), item: "item_id", folded: foldedOf("k.name") }]
  if (source.from === "facts")
    return [{ table: source.table, item: "item_id", folded: foldedOf(source.expression) }]
  return []
}

/** Returns the tables that contain the searched names of items, such as artists. Titles are not included. */
const namesOf = (kind: ItemKind): ReadonlyArray<NameTable> =>
  itemFieldTable()
    .fields.filter((field) => field.searched && hasKind(field, kind))
    .flatMap(tablesOf)

/** Returns the condition on `items v` that any case-folded name of the item passes a test. */
export const anyName = (
  sql: SqlClient.SqlClient,
  kind: ItemKind,
  test: (folded: Fragment) => Fragment
): Fragment => {
  const names = namesOf(kind)
  const ofTitle = (row: string) => test(sql.literal(foldedTitle(row)))
  if (names.length === 0) return ofTitle("v")
  const others = names.map(
    ({ folded, item, table }) =>
      sql`union all select ${sql.literal(`k.${item}`)} from ${sql.literal(table)} k where ${test(sql.literal(folded))}`
  )
  return sql`v.id in (select i.id from items i where i.kind = ${sql.literal(`'${kind}'`)} and ${ofTitle("i")}
    ${sql.join(" ", false)(others)})`
}
