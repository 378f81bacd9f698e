/** The parents of entities, keyed by entity id. */
export type Parents = ReadonlyMap<string, ReadonlyArray<string>>

/**
 * Returns the shortest path from an entity up to an ancestor, including both, or undefined if there is no path. Adding
 * a parent to an entity creates a cycle if there is a path from the parent up to the entity.
 */
export const pathUp = (parents: Parents, from: string, to: string): ReadonlyArray<string> | undefined => {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  const queue = [from]
  for (const id of queue) {
    if (id === to) {
      const path = [id]
      for (let before = cameFrom.get(id); before !== undefined; before = cameFrom.get(before))
        path.unshift(before)
      return path
    }
    for (const parent of parents.get(id) ?? []) {
      if (cameFrom.has(parent)) continue
      cameFrom.set(parent, id)
      queue.push(parent)
    }
  }
  return undefined
}

/**
 * Returns the number of entities on the longest path from a root to a leaf through this entity. The graph must not
 * contain a cycle.
 */
export const levelsThrough = (parents: Parents, id: string): number => {
  const children = new Map<string, Array<string>>()
  for (const [child, above] of parents)
    for (const parent of above) children.set(parent, [...(children.get(parent) ?? []), child])
  const longest = (next: ReadonlyMap<string, ReadonlyArray<string>>) => {
    const known = new Map<string, number>()
    const levels = (one: string): number => {
      const before = known.get(one)
      if (before !== undefined) return before
      const found = 1 + Math.max(0, ...(next.get(one) ?? []).map(levels))
      known.set(one, found)
      return found
    }
    return levels(id)
  }
  return longest(parents) + longest(children) - 1
}
