import * as HttpApi from "@effect/platform/HttpApi"
import { endpoints } from "@media/api/EndpointTable"
import { Api } from "@media/api/generated/Api"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import type { Route } from "./Asking.ts"
import { routeRows } from "./routes.ts"

/** The access that a typed route declares; a raw one has its own field. */
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
  // A password or a key is an additional way to sign in. A session also works there.
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
