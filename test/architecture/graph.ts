/** Returns the cycles of a graph, each once, as `a -> b -> a`. */
export const cycles = (edges: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const done = new Set<string>()
  const found: Array<string> = []
  const visit = (node: string, trail: ReadonlyArray<string>): void => {
    const at = trail.indexOf(node)
    if (at >= 0) {
      found.push([...trail.slice(at), node].join(" -> "))
      return
    }
    if (done.has(node)) return
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of edges.keys()) visit(node, [])
  return found
}
