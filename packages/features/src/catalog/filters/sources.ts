/**
 * The source of a field's value, for a row of `items v`. All text here is our own, never input.
 * `folded` is the expression of a text in lower case and one normal form, matching its index. `isNaming` marks a value
 * that names something the caller may not see: it can only be searched where `mayName` holds.
 */
export type SqlSource =
  | { readonly from: "item"; readonly expression: string; readonly folded?: string; readonly isNaming?: true }
  | FactSource
  | TextsSource
  | { readonly from: "relation"; readonly of: string; readonly tables: ReadonlyArray<RelationTable> }
  | OwnSource
  | EntitySource
  | { readonly from: "collection" }

/** `listed` is a column whose few different values an index of its own lists; `hasWords` tells that a trigram index finds its words. */
interface FactSource {
  readonly from: "facts"
  readonly table: string
  readonly expression: string
  readonly listed?: string
  readonly hasWords?: true
}

/** Several texts of an item, such as the languages of its audio tracks. `rows` selects them, one column over `items v`. */
export interface TextsSource {
  readonly from: "texts"
  readonly rows: string
}

/** The performers, studios or tags of an item: their names, their number, whether there is any, or any favorite. */
interface EntitySource {
  readonly from: "entities"
  readonly relation: "performer" | "studio" | "tag"
  readonly of: "which" | "count" | "exists" | "favorite"
}

type OwnTable = "user_items" | "user_progress" | "user_related"

/**
 * `row` is the condition that selects one of the caller's rows `n`. The default is the row of the item. `isOfGroups`
 * marks a value that groups have by their items, if their kind says so (`isWatchedBy`).
 */
interface OwnSource {
  readonly from: "own"
  readonly table: OwnTable
  readonly column: string
  readonly absent?: number
  readonly row?: string
  readonly isOfGroups?: true
}

/** A table with the entities that an item refers to, by `item_id` unless `item` names another column. */
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

/** An expression that names something which a list shows to some callers and hides from others. */
export const naming = (sql: string): SqlSource => ({ from: "item", expression: sql, isNaming: true })

/** A column, or an expression over `k`, of a table with at most one row for each item. */
export const fact = (table: string, of: string): SqlSource => ({
  from: "facts",
  table,
  expression: /^\w+$/.test(of) ? `k.${of}` : of
})

/**
 * A column with few different values, such as codecs, and with an index of its own. Conditions on it are evaluated once for each
 * value rather than for each row, and values are completed from the index.
 */
export const listedFact = (table: string, name: string): SqlSource => ({
  from: "facts",
  table,
  expression: `k.${name}`,
  listed: name
})

/** A column with a trigram index on `quicklyFolded` of its text. */
export const wordsFact = (table: string, name: string): SqlSource => ({
  from: "facts",
  table,
  expression: `k.${name}`,
  hasWords: true
})

/** Several texts of a row of `items v`. A condition holds if it holds for one of them, and a negation if it holds for all. */
export const texts = (rows: string): SqlSource => ({ from: "texts", rows })

export const relation = (...tables: ReadonlyArray<RelationTable>): SqlSource => ({
  from: "relation",
  of: "v.id",
  tables
})

/** A column of `items v` with the id of an entity. */
export const reference = (of: `v.${string}`, table: RelationTable): SqlSource => ({
  from: "relation",
  of,
  tables: [{ item: table.id, ...table }]
})

/** A column of the caller's own rows. `absent` is the value for items without such a row. */
export const userState = (table: OwnTable, name: string, absent?: number): SqlSource => ({
  from: "own",
  table,
  column: name,
  ...(absent === undefined ? {} : { absent })
})

/** The caller's watched state of an item, or of all items in a group. */
export const watched: SqlSource = {
  from: "own",
  table: "user_items",
  column: "is_watched",
  isOfGroups: true
}

/** The entities of a kind that an item has, their number, or whether there is any (or any favorite). */
export const entities = (
  relation: EntitySource["relation"],
  of: EntitySource["of"] = "which"
): SqlSource => ({ from: "entities", relation, of })
