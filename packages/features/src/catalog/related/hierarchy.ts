/** The parents of each entity by its id, as far as they matter. */
export type Parents = ReadonlyMap<string, ReadonlyArray<string>>

/**
 * The shortest way up from an entity to one of the others, both ends included; undefined if there is none. A new parent closes
 * a circle if there is a way from it to the entity that it is to be the parent of.
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

/** The levels of the longest way through an entity, from the topmost above it to the lowest below it. Expects no circle. */
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
