/**
 * The properties of a route that the route table needs. `:name` in `path` matches one segment, and a final `*` the
 * rest.
 */
export interface Routable {
  readonly method: string
  readonly path: string
}

export type Params = Readonly<Record<string, string>>

export type Match<Route> =
  | { readonly _tag: "Route"; readonly route: Route; readonly params: Params }
  /** The path exists, but not for this method. `allowed` is in table order. */
  | { readonly _tag: "OtherMethod"; readonly allowed: ReadonlyArray<string> }
  | { readonly _tag: "NoRoute" }

export interface RouteTable<Route> {
  /**
   * Finds a route. `pathname` must be canonical (`CanonicalPath`). HEAD also matches GET routes. Parameters are decoded
   * once.
   */
  readonly find: (method: string | undefined, pathname: string) => Match<Route>
}

interface Entry<Route> {
  readonly route: Route
  readonly position: number
  readonly segments: ReadonlyArray<string>
}

interface Node<Route> {
  readonly fixed: Map<string, Node<Route>>
  param: Node<Route> | undefined
  /** `here` contains the routes that end at this node. `rest` contains the routes whose `*` begins at this node. */
  readonly here: Array<Entry<Route>>
  readonly rest: Array<Entry<Route>>
}

const emptyNode = <Route>(): Node<Route> => ({ fixed: new Map(), param: undefined, here: [], rest: [] })

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").slice(1)

const add = <Route>(root: Node<Route>, entry: Entry<Route>): void => {
  let node = root
  for (const segment of entry.segments) {
    if (segment === "*") {
      node.rest.push(entry)
      return
    }
    const isParam = segment.startsWith(":")
    const known = isParam ? node.param : node.fixed.get(segment)
    const next = known ?? emptyNode<Route>()
    if (isParam) node.param = next
    else node.fixed.set(segment, next)
    node = next
  }
  node.here.push(entry)
}

/** Collects all routes that match a path, most specific first: fixed segments, then parameters, then `*`. */
const collect = <Route>(
  node: Node<Route>,
  parts: ReadonlyArray<string>,
  index: number,
  found: Array<Entry<Route>>
): void => {
  const part = parts[index]
  if (part === undefined) {
    found.push(...node.here)
    return
  }
  const fixed = node.fixed.get(part)
  if (fixed !== undefined) collect(fixed, parts, index + 1, found)
  if (part === "") return
  if (node.param !== undefined) collect(node.param, parts, index + 1, found)
  found.push(...node.rest)
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}

const paramsOf = (segments: ReadonlyArray<string>, parts: ReadonlyArray<string>): Params => {
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    if (segment === "*") params["*"] = decode(parts.slice(index).join("/"))
    else if (segment.startsWith(":")) params[segment.slice(1)] = decode(parts[index] ?? "")
  }
  return params
}

/**
 * Creates the route table, which is the only code that matches requests to routes. A request without a matching route
 * gets 404 or 405 and never reaches a handler. Matching is exact and case-sensitive.
 */
export const makeRouteTable = <Route extends Routable>(routes: ReadonlyArray<Route>): RouteTable<Route> => {
  const root = emptyNode<Route>()
  for (const [position, route] of routes.entries())
    add(root, { route, position, segments: segmentsOf(route.path) })

  return {
    find: (method, pathname) => {
      const parts = segmentsOf(pathname)
      const found: Array<Entry<Route>> = []
      collect(root, parts, 0, found)
      if (found.length === 0) return { _tag: "NoRoute" }
      const entry =
        found.find(({ route }) => route.method === method) ??
        (method === "HEAD" ? found.find(({ route }) => route.method === "GET") : undefined)
      if (entry !== undefined)
        return { _tag: "Route", route: entry.route, params: paramsOf(entry.segments, parts) }
      const ordered = [...found].sort((a, b) => a.position - b.position)
      return { _tag: "OtherMethod", allowed: [...new Set(ordered.map(({ route }) => route.method))] }
    }
  }
}
