import type { Condition, Node, Scalar } from "@media/query/Tree"

/** Returns the same tree with other values. `change` returns how a condition changes each of its values. */
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
