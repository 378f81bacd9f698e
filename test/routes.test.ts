import * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "@media/api/generated/Api"
import { openApiDocument } from "@media/api/Documents"
import { endpoints } from "@media/api/EndpointTable"
import { rawRoutes } from "@media/api/generated/rawRoutes"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { describe, expect, it } from "vitest"
import { guards, routes } from "./permissions/declared.ts"
import type { Who } from "./permissions/RouteRow.ts"
import { routeRows } from "./permissions/routes.ts"

const typed: Array<{ readonly route: string; readonly guards: ReadonlySet<string> }> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path }, middleware }) =>
    typed.push({ route: `${method} ${path}`, guards: new Set([...middleware].map(({ key }) => key)) })
})

/**
 * Returns the access that a raw route must declare. Programs without sessions use a password or a key. Routes that tell
 * a program how to sign in are public.
 */
const accessOf = (path: string): string => {
  if (path === "/opds/v2/auth" || path === "/koreader/users/create") return "public"
  if (path === "/opds" || path.startsWith("/opds/")) return "basic"
  return path.startsWith("/koreader/") ? "reading-key" : "session"
}

describe("routes", () => {
  it("requires a session for all routes except six", () => {
    const open = typed.filter(
      ({ guards }) => !guards.has(RequireSession.key) && !guards.has(RequireAdmin.key)
    )
    expect(open.map(({ route }) => route).sort()).toEqual([
      "GET /api/auth/setup-status",
      "GET /api/health",
      "GET /api/session",
      "GET /api/system/status",
      "POST /api/auth/login",
      "POST /api/auth/setup"
    ])
    // This check treats administrators like other sessions, because the table of permissions covers them. Only programs
    // that do not support sessions may send a password or key with every request.
    const others = rawRoutes.filter(
      ({ access, path }) => (access === "administrator" ? "session" : access) !== accessOf(path)
    )
    expect(others).toEqual([])
  })

  it("uses only lowercase paths below /api, /opds or /koreader", () => {
    for (const { path } of endpoints.filter(({ path }) => path !== "/opds"))
      expect(path).toMatch(/^\/(?:api|opds|koreader)(\/([a-z0-9.-]+|:[a-zA-Z]+|\*))+$/)
  })

  it("declares each route once", () => {
    const seen = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(seen.filter((route, index) => seen.indexOf(route) !== index)).toEqual([])
  })

  it("lists every route in the OpenAPI document", () => {
    const { paths } = openApiDocument("test") as { paths: Record<string, Record<string, unknown>> }
    const missing = endpoints.filter(({ method, path }) => {
      const documented = path.replace(/:(\w+)/g, "{$1}").replace(/\*$/, "{file}")
      return paths[documented]?.[method.toLowerCase()] === undefined
    })
    expect(missing).toEqual([])
  })
})

// permissions.pg.test.ts uses this table.
describe("the table of routes", () => {
  it("has a row for exactly the existing routes", () => {
    const missing = [...guards.keys()].filter((route) => routeRows[route] === undefined)
    expect(missing, "routes without a row in test/permissions/routes.ts").toEqual([])
    const gone = Object.keys(routeRows).filter((route) => !guards.has(route))
    expect(gone, "rows in test/permissions/routes.ts without a route").toEqual([])
  })

  it("lists the callers of each route according to its access check", () => {
    const guardOf: Readonly<Record<Who, string>> = {
      anyone: "anyone",
      "the signed-in": "session",
      "the permitted, after a look": "session",
      administrators: "administrator"
    }
    const wrong = routes.filter(({ route, row }) => guards.get(route) !== guardOf[row.who])
    expect(
      wrong.map(({ route, row }) => `${route}: ${row.who}, but guarded for ${guards.get(route)}`)
    ).toEqual([])
  })

  it("defines an id for exactly the routes with `:id` in their path", () => {
    const silent = routes.filter(({ path, row }) => path.includes(":id") !== (row.id !== undefined))
    expect(silent.map(({ route }) => route)).toEqual([])
  })
})
