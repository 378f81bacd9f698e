import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { isUuid } from "@media/kernel/Ids"
import { costs, type Cost, type Field, type FieldTable, hasKind, WORDS } from "@media/query/Field"
import {
  type Condition,
  conditionsIn,
  group,
  type Node,
  type Relation as RelationNode,
  type Scalar
} from "@media/query/Tree"
import type { QueryClock } from "@media/query/values/clock"
import { alternatives } from "./alternatives.ts"
import { comparison } from "./comparison.ts"
import { distinctValues } from "./distinct.ts"
import { entitiesCondition, entitiesWhere, entityCount, entityExists, entityNamed } from "./entities.ts"
import { factsOnce, onTable } from "./facts.ts"
import { groupState } from "./groupState.ts"
import { isNarrow } from "./narrow.ts"
import { textsCondition } from "./texts.ts"
import type { RelationTable, SqlSource } from "./sources.ts"

export interface CompileOptions {
  readonly fields: FieldTable<SqlSource>
  /** The kind of all rows of the list. */
  readonly kind: string
  /** True if the rows are items, so that matches can be looked up in `items`. */
  readonly isOfItems?: boolean
  readonly accountId: string
  /** True if the caller does not see entities marked NSFW. */
  readonly hidesNsfw?: boolean
  /** Query for the ids of the tags that the caller sees, from `shownTagsFor`. Absent if the caller sees all tags. */
  readonly shownTags?: Fragment
  readonly clock: QueryClock
  /** Condition under which the caller may see the names in a row. If absent, the names in all rows may be searched. */
  readonly mayName?: Fragment
  /** Returns the condition that the names of a row contain a word or phrase. */
  readonly words: (phrase: string) => Fragment
  /**
   * Returns the condition that a row belongs to a collection, given by name or id. If absent, no row belongs to a
   * collection.
   */
  readonly collections?: (collection: string, options: CompileOptions) => Fragment
}

export interface Compiled {
  /** The condition on a row of `items v`. The query must also check the caller's visibility. */
  readonly where: Fragment
  /** The same condition as `where`, for a query that reads items in sort order and stops after a few rows. */
  readonly walked: Fragment
  /**
   * Returns conditions that read only this field and that every match meets. With these conditions, a query can use an
   * index on the field. Returns undefined if there are no such conditions.
   */
  readonly onField?: (name: string) => Fragment | undefined
  /** True if the condition probably matches few rows. The query then reads all matches before it sorts them. */
  readonly isNarrow: boolean
  /** True if the condition reads only columns of `items`, so that counting the matches needs no other table. */
  readonly isOnItems?: boolean
  /** The fields that the condition reads, the most expensive first. */
  readonly costs: ReadonlyArray<{ readonly field: string; readonly cost: Cost }>
}

interface Context extends CompileOptions {
  readonly sql: SqlClient.SqlClient
  readonly isWalk: boolean
  /**
   * True if other conditions already narrow the list to few rows, so that this condition is tested only on those rows.
   */
  readonly isNarrow: boolean
}

/**
 * Returns the context of a negated condition. If other conditions already narrow the list to few rows, the negated
 * condition is tested on each of these rows. A lookup of all rows that the negation excludes could read most of the
 * library.
 */
const excluding = (context: Context): Context => ({
  ...context,
  isWalk: context.isWalk || context.isNarrow
})

/** Returns SQL that converts a text expression to lower case and NFC, as in the indexes of names. */
export const foldedOf = (expression: string): string => `lower(normalize(${expression}, NFC))`

/**
 * Returns SQL that folds a text expression without an index. ASCII text is already normalized, and checking for ASCII
 * takes a tenth of the time of normalizing. Normalizing took half the time of a condition on 240,000 files.
 */
export const quicklyFolded = (expression: string): string =>
  `(case when octet_length(${expression}) = length(${expression}) then lower(${expression}) else ${foldedOf(expression)} end)`

/** Returns the condition that an entity has one of these ids or names, ignoring case. */
const named = ({ sql }: Context, { id, name }: RelationTable, values: ReadonlyArray<Scalar>): Fragment => {
  const ids = values.map(String).filter(isUuid)
  const names = values.map((value) => String(value).normalize("NFC"))
  const byName = sql`${sql.literal(foldedOf(`r.${name}`))} = any(array(select lower(x) from unnest(${names}::text[]) x))`
  return ids.length === 0 ? byName : sql`(${byName} or ${sql.literal(`r.${id}`)} = any(${ids}::uuid[]))`
}

type Relation = SqlSource & { readonly from: "relation" }

const related = (
  context: Context,
  { of, tables }: Relation,
  values: ReadonlyArray<Scalar> | undefined
): Fragment => {
  const { sql } = context
  const parts = tables.map((table) => {
    const where =
      values === undefined ? sql.literal(`r.${table.id} is not null`) : named(context, table, values)
    return sql`select ${sql.literal(`r.${table.item ?? "item_id"}`)} from ${sql.literal(table.table)} r where ${where}`
  })
  return sql`${sql.literal(of)} in (${sql.join(" union all ", false)(parts)})`
}

const relationCondition = (context: Context, source: Relation, { operator, value }: Condition): Fragment => {
  const { sql } = context
  const any = related(context, source, undefined)
  const values = [value].flat() as ReadonlyArray<Scalar>
  switch (operator) {
    case "is_null":
      return sql`not (${any})`
    case "is_not_null":
      return any
    case "all_of":
      return sql.and(values.map((one) => related(context, source, [one])))
    case "not_equals":
    case "not_in":
      return sql`(${any} and not (${related(context, source, values)}))`
    default:
      return related(context, source, values)
  }
}

const leaf = (context: Context, field: Field<SqlSource>, condition: Condition): Fragment => {
  const { accountId, clock, mayName, sql } = context
  const { source, type } = field
  if (source.from === "relation") return relationCondition(context, source, condition)
  const { operator } = condition
  const isEmptiness = operator === "is_null" || operator === "is_not_null"
  if (source.from === "entities" && source.of === "which")
    return entitiesCondition(
      operator === "not_equals" || operator === "not_in" ? excluding(context) : context,
      source,
      condition
    )
  const test = (expression: string, folded = quicklyFolded(expression)): Fragment => {
    if (isEmptiness) return sql.literal(`${expression} is not null`)
    if (operator === "is_true" || operator === "is_false")
      return sql.literal(`${operator === "is_true" ? "" : "not "}${expression}`)
    return comparison(sql, type, { expression, folded }, condition, clock)
  }
  const negatedIf = (isNegated: boolean, found: Fragment) => (isNegated ? sql`not ${found}` : found)
  switch (source.from) {
    case "collection":
      return negatedIf(
        operator === "not_in_collection",
        sql`((${context.collections?.(String(condition.value), context) ?? sql.literal("false")}) is true)`
      )
    case "entities": {
      if (source.of !== "count") return negatedIf(operator === "is_false", entityExists(context, source))
      return sql`exists (select from (select ${entityCount(context, source)} as value) own
        where ${isEmptiness ? sql.literal(String(operator === "is_not_null")) : test("own.value")})`
    }
    case "item": {
      const found = isEmptiness
        ? sql.literal(`${source.expression} is ${operator === "is_null" ? "" : "not "}null`)
        : test(source.expression, source.folded)
      return source.isNaming === true && mayName !== undefined ? sql`(${mayName} and ${found})` : found
    }
    case "facts": {
      const isFilled =
        operator === "is_null" ? ({ ...condition, operator: "is_not_null" } as const) : condition
      const hasIndex = field.searched || source.hasWords === true
      return negatedIf(
        operator === "is_null",
        onTable(context, source.table, onFacts(context, isFilled), { hasIndex })
      )
    }
    case "texts":
      return textsCondition(sql, source, condition, (own) =>
        comparison(sql, type, { expression: "m.value", folded: quicklyFolded("m.value") }, own, clock)
      )
    case "own": {
      const rows = sql`from ${sql.literal(source.table)} n
        where n.account_id = ${accountId} and ${sql.literal(source.row ?? "n.item_id = v.id")}`
      const name = `n.${source.column}`
      const ofGroup = groupState(context, source)
      if (ofGroup !== undefined) return negatedIf(operator === "is_false", sql.literal(ofGroup))
      if (type.name === "boolean")
        return negatedIf(operator === "is_false", sql`exists (select ${rows} and ${sql.literal(name)})`)
      // Use a scalar subquery with the default value `absent`, because items without a row in the table also have a
      // value.
      if (source.absent !== undefined) {
        const value = `own.value`
        return sql`exists (select from (select coalesce((select ${sql.literal(name)} ${rows}), ${source.absent}) as value) own
          where ${isEmptiness ? sql.literal(String(operator === "is_not_null")) : test(value)})`
      }
      return negatedIf(operator === "is_null", sql`exists (select ${rows} and ${test(name)})`)
    }
  }
}

/** Compiles a condition on a row `k` of a table of facts. */
const onFacts = ({ clock, fields, isWalk, sql }: Context, condition: Condition): Fragment => {
  const { searched, source, type } = fields.find(condition.field)!
  const { operator } = condition
  const expression = source.from === "facts" ? source.expression : ""
  if (operator === "is_null" || operator === "is_not_null")
    return sql.literal(`${expression} is ${operator === "is_null" ? "" : "not "}null`)
  if (operator === "is_true" || operator === "is_false")
    return sql.literal(`${operator === "is_true" ? "" : "not "}${expression}`)
  // Compare each distinct value only once. A query in sort order reads so few rows that listing the distinct values
  // first would be slower.
  if (source.from === "facts" && source.listed !== undefined && type.name === "text" && !isWalk) {
    const value = comparison(
      sql,
      type,
      { expression: "d.value", folded: quicklyFolded("d.value") },
      condition,
      clock
    )
    const values = distinctValues(sql, source.table, source.listed)
    return sql`${sql.literal(expression)} = any(array(select d.value from ${values} d where ${value}))`
  }
  // The values of searched fields have an index on `foldedOf`.
  const folded = searched ? foldedOf(expression) : quicklyFolded(expression)
  return comparison(sql, type, { expression, folded }, condition, clock)
}

/** True if a node compiles to an `exists` test that is never null, on facts, the caller's own state or entities. */
const isExistence = ({ fields, kind }: Context, node: Node): boolean => {
  if (node.type !== "condition" || node.field === WORDS || node.kinds !== undefined) return false
  const field = fields.find(node.field)
  return (
    field !== undefined && hasKind(field, kind) && ["facts", "own", "entities"].includes(field.source.from)
  )
}

/** Compiles a condition on the fields of an item's entities. */
const compileRelation = (context: Context, { quantifier, relation, where }: RelationNode): Fragment => {
  const { source, type } = context.fields.find(relation)!
  const fields = type.name === "ref" ? (type.fields?.() as FieldTable<SqlSource> | undefined) : undefined
  if (fields === undefined || source.from !== "entities")
    throw new Error(`the relation "${relation}" has no fields of its own`)
  const words = (phrase: string) => entityNamed(context.sql, phrase)
  return entitiesWhere(
    context,
    source,
    quantifier,
    compileNode({ ...context, isOfItems: false, fields, words }, where)
  )
}

const compileNode = (context: Context, node: Node): Fragment => {
  const { fields, kind, sql } = context
  if (node.type === "relation") return compileRelation(context, node)
  if (node.type === "group") {
    const union =
      node.operator === "or"
        ? alternatives(context, node.children, (child) => compileNode(context, child))
        : undefined
    if (union !== undefined) return union
    const { merged, others } = factsOnce(context, node, (condition) => onFacts(context, condition))
    if (node.operator === "not") {
      // Negate each child separately, because PostgreSQL can convert `not exists` to an anti-join.
      const inner = excluding(context)
      const negated = others.map((child) =>
        isExistence(context, child)
          ? sql`not ${compileNode(inner, child)}`
          : sql`(${compileNode(inner, child)}) is not true`
      )
      return sql.and([...negated, ...merged.map((each) => sql`not ${each}`), sql.literal("true")])
    }
    const children = [...others.map((child) => compileNode(context, child)), ...merged]
    if (children.length === 0) return sql.literal(String(node.operator !== "or"))
    return sql`(${node.operator === "and" ? sql.and(children) : sql.or(children)})`
  }
  if (node.kinds !== undefined && !node.kinds.includes(kind)) return sql.literal("false")
  if (node.field === WORDS) return context.words(String(node.value))
  const field = fields.find(node.field)!
  return hasKind(field, kind) ? leaf(context, field, node) : sql.literal("false")
}

/** True if a node has conditions on this field and on no other field. */
const conditionsOnly = (node: Node, name: string): boolean => {
  const found = conditionsIn(node)
  return (
    found.length > 0 &&
    found.every(({ condition, relations }) => relations.length === 0 && condition.field === name)
  )
}

/** True if a condition on this field reads only columns of `items`. */
const isOnItems = ({ fields }: CompileOptions, name: string): boolean => {
  const source = name === WORDS ? undefined : fields.find(name)?.source
  return source?.from === "item" && !/\bselect\b/.test(source.expression)
}

/**
 * Compiles a canonical tree to one parameterized condition. The tree must have been checked against the same fields.
 * The result is never null: a condition on a null value does not match, and `not` compiles to `is not true`.
 */
export const compile = (sql: SqlClient.SqlClient, node: Node, options: CompileOptions): Compiled => {
  const read = new Set(conditionsIn(node).map(({ condition, relations }) => relations[0] ?? condition.field))
  const found = [...read].map((name) => ({
    field: name,
    cost: name === WORDS ? ("trigram" as const) : options.fields.find(name)!.cost
  }))
  const narrow = isNarrow(options, node)
  const walk = { ...options, sql, isWalk: true, isNarrow: narrow }
  const all = node.type === "group" && node.operator === "and" ? node.children : [node]
  return {
    where: compileNode({ ...options, sql, isWalk: false, isNarrow: narrow }, node),
    get walked() {
      return compileNode(walk, node)
    },
    onField: (name) => {
      const found = all.filter((child) => conditionsOnly(child, name))
      return found.length === 0 ? undefined : compileNode(walk, group("and", found))
    },
    isNarrow: narrow,
    isOnItems: [...read].every((name) => isOnItems(options, name)),
    costs: found.toSorted((a, b) => costs.indexOf(b.cost) - costs.indexOf(a.cost))
  }
}
