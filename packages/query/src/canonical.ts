import { condition, everything, group, type Node, type Query } from "./Tree.ts"

/** Replaces each child group that has the same operator as its parent with the group's own children. */
const flattened = (operator: "and" | "or", children: ReadonlyArray<Node>): ReadonlyArray<Node> =>
  children.flatMap((child) =>
    child.type === "group" && child.operator === operator ? child.children : [child]
  )

/**
 * Returns the canonical form of a tree. Trees with equivalent structures have the same canonical form: groups are
 * flattened, `none` becomes the negation of `any`, and `kinds` becomes a condition. Two trees have the same text form
 * if their canonical forms are equal.
 */
export const canonical = (node: Node): Node => {
  if (node.type === "relation") {
    const where = canonical(node.where)
    if (node.quantifier !== "none") return { ...node, where }
    return group("not", [{ ...node, quantifier: "any", where }])
  }
  if (node.type === "condition") {
    const { kinds, depth, ...fixed } = node
    // -1 is omitted, because all levels are the default.
    const rest = depth === undefined || depth === -1 ? fixed : { ...fixed, depth }
    return kinds === undefined ? rest : group("and", [condition("kind", "in", kinds), rest])
  }
  const children = node.children.map(canonical)
  if (node.operator === "not") {
    const none = flattened("or", children)
    return none.length === 0 ? everything : group("not", none)
  }
  const flat = flattened(node.operator, children)
  if (flat.length === 1) return flat[0]!
  // An empty `or` is always false. It becomes the negation of "everything", because only "everything" has a text form.
  return flat.length === 0 && node.operator === "or" ? group("not", [everything]) : group(node.operator, flat)
}

export const canonicalQuery = (query: Query): Query => ({ ...query, where: canonical(query.where) })
