import type { Operator } from "./Operator.ts"

export const units = ["minutes", "hours", "days", "weeks", "months", "years"] as const
export type Unit = (typeof units)[number]

/** A span that ends now. It stays symbolic, so that a saved filter moves with the time. */
export interface Last {
  readonly amount: number
  readonly unit: Unit
}

export interface Near {
  readonly hash: string
  /** The number of bits that may differ. */
  readonly distance: number
}

export type Scalar = string | number
export type Value = Scalar | ReadonlyArray<Scalar> | Last | Near

/** A condition on one field. */
export interface Condition {
  readonly type: "condition"
  readonly field: string
  readonly operator: Operator
  /** Absent where the operator takes none. */
  readonly value?: Value
  /** For references: how many levels below the named entity count as well; -1, the default for a tree, for all. */
  readonly depth?: number
  /** The condition is false for items of other kinds. */
  readonly kinds?: ReadonlyArray<string>
}

/** `not` holds if none of its children does. */
export interface Group {
  readonly type: "group"
  readonly operator: "and" | "or" | "not"
  readonly children: ReadonlyArray<Node>
}

/** A condition on the entities that are related to an item. */
export interface Relation {
  readonly type: "relation"
  /** The name of a reference field. */
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

/** A filter with its order: the content of the text form. */
export interface Query {
  readonly where: Node
  readonly sort: ReadonlyArray<Sort>
  readonly limit?: Limit
}

export const limits = {
  depth: 12,
  nodes: 500,
  listValues: 1_000,
  /** UTF-16 code units of the text form, or of a value. */
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

/** Every condition of a tree, with the relations above it. */
export const conditionsIn = (
  node: Node,
  relations: ReadonlyArray<string> = []
): ReadonlyArray<{ readonly condition: Condition; readonly relations: ReadonlyArray<string> }> => {
  if (node.type === "condition") return [{ condition: node, relations }]
  if (node.type === "relation") return conditionsIn(node.where, [...relations, node.relation])
  return node.children.flatMap((child) => conditionsIn(child, relations))
}
