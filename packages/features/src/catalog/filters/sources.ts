import type { ItemRelation } from "../relations/events.ts"

/**
 * The source of a field's value, for a row of `items v`. All SQL here is part of the code and never comes from input.
 * `folded` is the expression in lower case and normal form, which must match the expression of its index. `isNaming`
 * marks a value that contains the name of an entity or item that the caller may not see. Such a value is searched only
 * where `mayName` is true.
 */
export type SqlSource =
  | { readonly from: "item"; readonly expression: string; readonly folded?: string; readonly isNaming?: true }
  | FactSource
  | TextsSource
  | { readonly from: "relation"; readonly of: string; readonly tables: ReadonlyArray<RelationTable> }
  | OwnSource
  | EntitySource
  | { readonly from: "collection" }

/**
 * A column or expression of a table of facts. `listed` is an indexed column with few distinct values. `hasWords` is set
 * if the table has a trigram index on the text.
 */
interface FactSource {
  readonly from: "facts"
  readonly table: string
  readonly expression: string
  readonly listed?: string
  readonly hasWords?: true
}

/**
 * Several values per item, such as the languages of its audio tracks. `rows` is a query that selects them from `items
 * v`, in one column.
 */
export interface TextsSource {
  readonly from: "texts"
  readonly rows: string
}

/**
 * The entities of an item. `of` selects the entities, their number, or whether the item has any
 * entities or favorites. With `via`, the tags are those of the item's performers or studio.
 */
interface EntitySource {
  readonly from: "entities"
  readonly relation: ItemRelation
  readonly of: "which" | "count" | "exists" | "favorite"
  readonly via?: "performer" | "studio"
}

type OwnTable = "user_items" | "user_progress" | "user_related"

/**
 * A column of a table with state of the caller, whose rows have the alias `n`. `row` is the condition that selects one
 * row. By default, it selects the caller's row for the item. `isOfGroups` marks a value that is derived from the items
 * of a group, for kinds of groups that define `isWatchedBy`.
 */
interface OwnSource {
  readonly from: "own"
  readonly table: OwnTable
  readonly column: string
  readonly absent?: number
  readonly row?: string
  readonly isOfGroups?: true
}

/** A table with the entities that an item refers to. The table is joined by `item_id`, or by the column in `item`. */
export interface RelationTable {
  readonly table: string
  readonly id: string
  readonly name: string
  readonly item?: string
}

/** A column of `items v`. */
export const column = (expression: `v.${string}`, folded?: string): SqlSource => ({
  from: "item",
  expression,
  ...(folded === undefined ? {} : { folded })
})

/** An expression over `items v`. */
export const expression = (sql: string): SqlSource => ({ from: "item", expression: sql })

/** An expression that contains the name of an entity or item that only some callers of the list may see. */
export const naming = (sql: string): SqlSource => ({ from: "item", expression: sql, isNaming: true })

/** A column of a table of facts `k`, or an expression over it. The table has at most one row per item. */
export const fact = (table: string, of: string): SqlSource => ({
  from: "facts",
  table,
  expression: /^\w+$/.test(of) ? `k.${of}` : of
})

/**
 * An indexed column with few distinct values, such as codecs. Conditions on the column are evaluated once per value
 * instead of once per row, and value suggestions come from the index.
 */
export const listedFact = (table: string, name: string): SqlSource => ({
  from: "facts",
  table,
  expression: `k.${name}`,
  listed: name
})

/** A text column with a trigram index on the expression that `quicklyFolded` returns. */
export const wordsFact = (table: string, name: string): SqlSource => ({
  from: "facts",
  table,
  expression: `k.${name}`,
  hasWords: true
})

/**
 * A field with several values per row of `items v`, such as audio languages. A condition is true if at least one value
 * satisfies it. A negated condition is true if the row has values and none of them satisfies the positive condition.
 */
export const texts = (rows: string): SqlSource => ({ from: "texts", rows })

export const relation = (...tables: ReadonlyArray<RelationTable>): SqlSource => ({
  from: "relation",
  of: "v.id",
  tables
})

/** A column of `items v` that contains the id of an entity. */
export const reference = (of: `v.${string}`, table: RelationTable): SqlSource => ({
  from: "relation",
  of,
  tables: [{ item: table.id, ...table }]
})

/** A column of a table with state of the caller. `absent` is the value for items without a row of the caller. */
export const userState = (table: OwnTable, name: string, absent?: number): SqlSource => ({
  from: "own",
  table,
  column: name,
  ...(absent === undefined ? {} : { absent })
})

/** True if the caller has watched the item, or all items in the group. */
export const watched: SqlSource = {
  from: "own",
  table: "user_items",
  column: "is_watched",
  isOfGroups: true
}

/** An item's entities of one kind, their number, or whether the item has any entities or favorites. */
export const entities = (
  relation: EntitySource["relation"],
  of: EntitySource["of"] = "which"
): SqlSource => ({ from: "entities", relation, of })

/** The tags of an item's performers or studio. */
export const tagsVia = (via: NonNullable<EntitySource["via"]>): SqlSource => ({
  from: "entities",
  relation: "tag",
  of: "which",
  via
})
