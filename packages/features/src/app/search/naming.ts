import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { type Field, hasKind } from "@media/query/Field"
import { foldedOf } from "../../catalog/filters/compile.ts"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import { foldedTitle } from "../../catalog/items/foldedTitle.ts"
import type { ItemKind } from "../../ItemKind.ts"

/** A table of searched texts related to items, in the form of its trigram index. */
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
  if (source.from === "facts")
    return [{ table: source.table, item: "item_id", folded: foldedOf(source.expression) }]
  return []
}

/** The tables of texts that name items of a kind in addition to their titles: those of its searched fields. */
const namesOf = (kind: ItemKind): ReadonlyArray<NameTable> =>
  itemFieldTable()
    .fields.filter((field) => field.searched && hasKind(field, kind))
    .flatMap(tablesOf)

/** Matches rows of `items v` by any of their names, with case and accents folded. */
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
