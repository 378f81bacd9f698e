import * as HttpApi from "@effect/platform/HttpApi"
import { endpoints } from "@media/api/EndpointTable"
import { Api } from "@media/api/generated/Api"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import type { Route } from "./Asking.ts"
import { routeRows } from "./routes.ts"

/**
 * The access that each route declares. A typed route declares its access in the API, and a raw route in its own field.
 */
export const guards = new Map<string, "anyone" | "session" | "administrator">()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path }, middleware }) => {
    const keys = new Set([...middleware].map(({ key }) => key))
    const guard = keys.has(RequireAdmin.key)
      ? "administrator"
      : keys.has(RequireSession.key)
        ? "session"
        : "anyone"
    guards.set(`${method} ${path}`, guard)
  }
})
for (const { method, path, raw } of endpoints) {
  if (raw === undefined) continue
  // Routes with a password or a key accept them as an additional way to sign in. They also accept a session.
  const guard =
    raw.access === "public" ? "anyone" : raw.access === "administrator" ? "administrator" : "session"
  guards.set(`${method} ${path}`, guard)
}
guards.set("GET /api/live", "session")

/** Every route that has a row. */
export const routes: ReadonlyArray<Route> = [...guards.keys()].flatMap((route) => {
  const [method = "", path = ""] = route.split(" ")
  const row = routeRows[route]
  return row === undefined ? [] : [{ route, method, path, row }]
})
