import type { Reply } from "@media/testkit/HttpCall"
import type { Named, RouteRow } from "./RouteRow.ts"
import { moreBodies } from "./routes.ts"
import { secretsFrom, type Viewer, type World } from "./World.ts"

/** A route of the server, and its row in the table of routes. */
export interface Route {
  readonly route: string
  readonly method: string
  readonly path: string
  readonly row: RouteRow
}

export interface Call {
  readonly method: string
  readonly target: string
  readonly body?: unknown
}

const hasBody = (method: string) => method !== "GET" && method !== "DELETE"

/** Returns all test requests to a route, in which the objects have the given names. */
export const callsOf = ({ method, path, route, row }: Route, named: Named): ReadonlyArray<Call> => {
  const target = path
    .replace(":itemId", named.item["video"] ?? "none")
    .replace(":id", row.id?.(named) ?? "none")
    .replace(":queueName", "library-scan")
    .replace(":page", "0")
    .replace(":role", "backdrop")
    .replace("*", "master.m3u8")
  const queries = ["", ...(row.queries?.(named) ?? []).map((query) => `?${query}`)]
  const bodies = [
    ...(row.body === undefined ? [undefined] : [row.body(named)]),
    ...(moreBodies[route]?.(named) ?? [])
  ]
  return queries.flatMap((query) =>
    bodies.map((body) => ({
      method,
      target: `${target}${query}`,
      ...(body === undefined || !hasBody(method) ? {} : { body })
    }))
  )
}

const namesIn = (named: Named): ReadonlyArray<string> => [
  ...Object.values(named.item),
  ...Object.values(named.entity),
  named.collection,
  named.library,
  named.session,
  named.account,
  named.word
]

/**
 * Returns the part of a response that must be the same for two requests: the response without request-specific values
 * and without the names in the request.
 */
export const shapeOf = (reply: Reply, named: Named): unknown => {
  let text = reply.text
  for (const name of namesIn(named)) text = text.replaceAll(name, "<named>")
  const headers = Object.entries(reply.headers)
    .filter(([name]) => name !== "date" && name !== "set-cookie")
    .map(([name, value]) =>
      name === "x-request-id" || name === "content-length" || name === "etag"
        ? name
        : `${name}: ${String(value)}`
    )
  return {
    status: reply.status,
    headers: headers.sort(),
    text: text
      .replace(/(Request id: )[0-9a-f]{16}/g, "$1<id>")
      .replace(/("batchId":")[^"]+/g, "$1<id>")
      .replace(/("costMs":)\d+/g, "$1<time>")
      .replace(/("timestamp":)\d+/g, "$1<time>")
  }
}

/** Returns the parts of a response that the viewer must not know, except for names in the request. */
export const leaksIn = (
  world: World,
  viewer: Viewer,
  text: string,
  named: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const said = new Set(named.map((name) => name.toLowerCase()))
  const heard = text.toLowerCase()
  return secretsFrom(world, viewer).filter((secret) => !said.has(secret) && heard.includes(secret))
}

/** Sends a request. Fails if the response reveals data that the viewer must not know. */
export const ask = async (world: World, viewer: Viewer, call: Call, named: Named): Promise<Reply> => {
  const { body, method, target } = call
  const reply = await world.server.request(method, target, {
    token: viewer.token,
    ...(body === undefined ? {} : { body })
  })
  const leaks = leaksIn(world, viewer, `${JSON.stringify(reply.headers)}${reply.text}`, namesIn(named))
  if (leaks.length > 0)
    throw new Error(
      `${method} ${target} tells the ${viewer.name} of ${leaks.join(", ")} (seed ${world.random.seed}): ${reply.text.slice(0, 500)}`
    )
  return reply
}
