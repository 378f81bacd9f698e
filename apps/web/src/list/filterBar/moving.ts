import type { Group, Node } from "@media/query/Tree"
import { chipOf, DEEPEST_BOX, groupAt, type Path, replaced } from "./editing"

/** A place in a group, before the child at `index`. */
export interface Place {
  readonly path: Path
  readonly index: number
}

export const nodeAt = (root: Group, path: Path): Node | undefined =>
  groupAt(root, path.slice(0, -1)).children[path.at(-1)!]

/** Inserts a node before the child at the index. */
const insertedAt = (root: Group, { index, path }: Place, node: Node): Group => {
  const at = groupAt(root, path)
  const next = { ...at, children: at.children.toSpliced(index, 0, node) }
  return path.length === 0 ? next : replaced(root, path, next)
}

/** Returns the path that a node has after another node was inserted at the given place. */
const shifted = (path: Path, { index, path: group }: Place): Path => {
  const level = group.length
  const isBehind = group.every((n, at) => path[at] === n) && path.length > level && path[level]! >= index
  return isBehind ? path.with(level, path[level]! + 1) : path
}

/** Returns the tree with a chip moved to another place. A group that becomes empty is removed. */
export const moved = (root: Group, from: Path, to: Place): Group => {
  const node = nodeAt(root, from)
  return node === undefined ? root : replaced(insertedAt(root, to, node), shifted(from, to), undefined)
}

/** Returns the tree with a copy of a chip directly after the chip. */
export const duplicated = (root: Group, path: Path): Group => {
  const node = nodeAt(root, path)
  return node === undefined
    ? root
    : insertedAt(root, { path: path.slice(0, -1), index: path.at(-1)! + 1 }, { ...node })
}

/** Returns the root and all boxes that show chips, in the order on the screen. */
export const openGroups = (root: Group, path: Path = []): ReadonlyArray<{ path: Path; group: Group }> => [
  { path, group: groupAt(root, path) },
  ...groupAt(root, path).children.flatMap((child, n) =>
    child.type === "group" &&
    chipOf(child) === undefined &&
    child.children.length > 0 &&
    path.length < DEEPEST_BOX
      ? openGroups(root, [...path, n])
      : []
  )
]

/** Returns the paths of all chips, in the order on the screen. */
export const chipPaths = (root: Group): ReadonlyArray<Path> => {
  const walk = (path: Path): ReadonlyArray<Path> =>
    groupAt(root, path).children.flatMap((child, n) => {
      const own = [...path, n]
      if (chipOf(child) !== undefined) return [own]
      return own.length <= DEEPEST_BOX ? walk(own) : []
    })
  return walk([])
}

/** Returns the place at the end of a group. */
export const endOf = (root: Group, path: Path): Place => ({
  path,
  index: groupAt(root, path).children.length
})
