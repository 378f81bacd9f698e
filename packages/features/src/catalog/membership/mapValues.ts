import type { Condition, Node, Scalar } from "@media/query/Tree"

/**
 * Returns a copy of a condition tree with changed values. For each condition, `change` returns a function that is
 * applied to the condition's values, or undefined to keep the values.
 */
export const mapValues = (
  node: Node,
  change: (condition: Condition) => ((value: Scalar) => Scalar) | undefined
): Node => {
  if (node.type === "group")
    return { ...node, children: node.children.map((child) => mapValues(child, change)) }
  if (node.type === "relation") return { ...node, where: mapValues(node.where, change) }
  const own = change(node)
  const { value } = node
  if (own === undefined || value === undefined) return node
  if (typeof value === "string" || typeof value === "number") return { ...node, value: own(value) }
  return Array.isArray(value) ? { ...node, value: (value as ReadonlyArray<Scalar>).map(own) } : node
}
