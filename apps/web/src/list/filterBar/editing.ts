import { group, type Group, type Node } from "@media/query/Tree"

/** The position of a node: the index of the child in each group, from the root down. */
export type Path = ReadonlyArray<number>

/** Maximum depth of boxes. Deeper groups are shown as text. */
export const DEEPEST_BOX = 3

/** Returns the tree for editing. Its root is always a group, so that the user can add a chip next to any other chip. */
export const rootOf = (where: Node): Group =>
  where.type === "group" && where.operator !== "not" ? where : group("and", [where])

export const groupAt = (root: Group, path: Path): Group =>
  path.reduce((at, index) => {
    const child = at.children[index]
    return child?.type === "group" ? child : at
  }, root)

/**
 * Returns the tree with the node at a path replaced, or removed if `node` is undefined. Groups that become empty are
 * removed.
 */
export const replaced = (root: Group, path: Path, node: Node | undefined): Group => {
  const [index, ...rest] = path
  if (index === undefined) return node?.type === "group" ? node : root
  const child = root.children[index]
  const next = rest.length === 0 ? node : child?.type === "group" ? replaced(child, rest, node) : child
  const isGone = next === undefined || (next.type === "group" && next.children.length === 0)
  return {
    ...root,
    children: isGone ? root.children.toSpliced(index, 1) : root.children.with(index, next)
  }
}

export const inserted = (root: Group, path: Path, node: Node): Group => {
  const at = groupAt(root, path)
  const next = { ...at, children: [...at.children, node] }
  return path.length === 0 ? next : replaced(root, path, next)
}

export const withOperator = (root: Group, path: Path, operator: Group["operator"]): Group => {
  const next = { ...groupAt(root, path), operator }
  return path.length === 0 ? next : replaced(root, path, next)
}

/** Moves children of one group into a subgroup, at the position of the first moved child. */
export const boxed = (root: Group, path: Path, indexes: ReadonlyArray<number>): Group => {
  const at = groupAt(root, path)
  const chosen = indexes.toSorted((a, b) => a - b).filter((index) => index < at.children.length)
  const [first] = chosen
  if (first === undefined) return root
  const box = group(
    at.operator === "or" ? "and" : "or",
    chosen.map((index) => at.children[index]!)
  )
  const children = at.children.flatMap((child, index) =>
    index === first ? [box] : chosen.includes(index) ? [] : [child]
  )
  const next = { ...at, children }
  return path.length === 0 ? next : replaced(root, path, next)
}

/**
 * Returns the condition of a chip and whether the condition is negated. Returns undefined for nodes that are shown as a
 * box.
 */
export const chipOf = (node: Node): { readonly node: Node; readonly isNegated: boolean } | undefined => {
  if (node.type !== "group") return { node, isNegated: false }
  const [only] = node.children
  return node.operator === "not" && node.children.length === 1 && only?.type !== "group" && only !== undefined
    ? { node: only, isNegated: true }
    : undefined
}

/** Returns the path of the last chip, which Backspace removes. */
export const lastPath = (root: Group): Path | undefined => {
  const index = root.children.length - 1
  const last = root.children[index]
  if (last === undefined) return undefined
  if (chipOf(last) !== undefined || last.type !== "group") return [index]
  const inner = lastPath(last)
  return inner === undefined ? [index] : [index, ...inner]
}
