import type { Operator } from "./Operator.ts"

export const units = ["minutes", "hours", "days", "weeks", "months", "years"] as const
export type Unit = (typeof units)[number]

/**
 * A time span that ends now. Trees store the symbolic form, so that a saved filter stays relative to the current time.
 */
export interface Last {
  readonly amount: number
  readonly unit: Unit
}

export interface Near {
  readonly hash: string
  /** Maximum number of bits that may differ. */
  readonly distance: number
}

export type Scalar = string | number
export type Value = Scalar | ReadonlyArray<Scalar> | Last | Near

/** A condition on one field. */
export interface Condition {
  readonly type: "condition"
  readonly field: string
  readonly operator: Operator
  /** The value to compare with. Absent if the operator takes no value. */
  readonly value?: Value
  /**
   * For references to trees: the number of levels below the given entity that also match. The default, -1, means all
   * levels.
   */
  readonly depth?: number
  /** The kinds of items for which the condition can be true. For items of all other kinds, the condition is false. */
  readonly kinds?: ReadonlyArray<string>
}

/** A group of conditions. A `not` group is true if none of its children is true. */
export interface Group {
  readonly type: "group"
  readonly operator: "and" | "or" | "not"
  readonly children: ReadonlyArray<Node>
}

/** A condition on the entities to which an item is related. */
export interface Relation {
  readonly type: "relation"
  /** The name of a reference field of the item. */
  readonly relation: string
  readonly quantifier: "any" | "all" | "none"
  readonly where: Node
}

export type Node = Condition | Group | Relation

export interface Sort {
  readonly field: string
  readonly direction: "asc" | "desc"
}

export interface Limit {
  readonly amount: number
  readonly unit: "items" | "percent"
}

/** A filter with its sort order and limit. The text form of a query contains all three. */
export interface Query {
  readonly where: Node
  readonly sort: ReadonlyArray<Sort>
  readonly limit?: Limit
}

export const limits = {
  depth: 12,
  nodes: 500,
  listValues: 1_000,
  /** Maximum length of the text form and of a value, in UTF-16 code units. */
  text: 10_240
} as const

export const group = (operator: Group["operator"], children: ReadonlyArray<Node>): Group => ({
  type: "group",
  operator,
  children
})

export const condition = (field: string, operator: Operator, value?: Value, depth?: number): Condition => ({
  type: "condition",
  field,
  operator,
  ...(value === undefined ? {} : { value }),
  ...(depth === undefined ? {} : { depth })
})

export const everything = group("and", [])

/** Returns every condition in a tree, each with the names of the relations that contain it, outermost first. */
export const conditionsIn = (
  node: Node,
  relations: ReadonlyArray<string> = []
): ReadonlyArray<{ readonly condition: Condition; readonly relations: ReadonlyArray<string> }> => {
  if (node.type === "condition") return [{ condition: node, relations }]
  if (node.type === "relation") return conditionsIn(node.where, [...relations, node.relation])
  return node.children.flatMap((child) => conditionsIn(child, relations))
}
