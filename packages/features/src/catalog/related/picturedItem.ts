import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { ItemKind } from "../../ItemKind.ts"

/** Maximum number of items that are searched for a picture of their entity, because an entity may have very many. */
const mostSearched = 500

/**
 * Returns a subquery for the first item by title that has a picture and belongs to the entity `e`. `selected` is SQL on
 * the item `v` and its picture `p`. `isVisible` returns the condition that the caller may see an item.
 */
export const picturedItem = (
  sql: SqlClient.SqlClient,
  kind: ItemKind,
  selected: string,
  isVisible: (alias: string) => Fragment
): Fragment =>
  sql`(select ${sql.literal(selected)}
    from (select r.item_id from item_relations r where r.entity_id = e.id limit ${sql.literal(String(mostSearched))}) few
      join items v on v.id = few.item_id join item_pictures p on p.item_id = v.id and p.version is not null
    where v.kind = ${sql.literal(`'${kind}'`)} and ${isVisible("v")} order by v.sort_title, v.id limit 1)`
