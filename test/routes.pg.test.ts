import * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "@media/api/generated/Api"
import { endpoints } from "@media/api/EndpointTable"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { RequireAdmin } from "@media/wire/Security"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: { readonly token: string; readonly id: string }
let member: { readonly token: string; readonly id: string }
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.setup()
  member = await server.account({ username: "mia" })
})
afterAll(() => server.stop())

const someId = "01900000-0000-7000-8000-000000000001"
const fill = (path: string) =>
  path.replace(":queueName", "library-scan").replace(/:\w+/g, someId).replace("*", "master.m3u8")
const isPublic = (path: string) =>
  ["/api/health", "/api/auth/setup-status", "/api/auth/setup", "/api/auth/login"].includes(path)
const guarded = new Set<string>()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { name }, group, middleware }) => {
    if ([...middleware].some(({ key }) => key === RequireAdmin.key))
      guarded.add(`${group.identifier}.${name}`)
  }
})
/** What its own guard keeps to administrators, and what its command does. */
const isAdminOnly = ({ group, name }: { readonly group: string; readonly name: string }) =>
  guarded.has(`${group}.${name}`) || (group === "libraries" && name === "create")
const routes = endpoints.map((entry) => ({ ...entry, target: fill(entry.path) }))
const table = routes.map((route) => [`${route.method} ${route.target}`, route] as const)
const hasBody = (method: string) => ["POST", "PATCH", "PUT"].includes(method)

it("the table knows the public routes and many more", () => {
  expect(routes.filter(({ path }) => isPublic(path))).toHaveLength(4)
  expect(routes.length).toBeGreaterThan(35)
})

describe("without a session", () => {
  it.each(table.filter(([, { path }]) => !isPublic(path)))("%s answers 401", async (_, route) => {
    for (const how of [
      {},
      { token: "x".repeat(43) },
      { headers: { cookie: `media-session=${"A".repeat(43)}` } },
      { headers: { authorization: "Basic cm9vdDpjb3JyZWN0IGhvcnNl" } }
    ]) {
      const reply = await server.request(route.method, route.target, {
        ...how,
        ...(hasBody(route.method) ? { body: {} } : {})
      })
      expect(reply.status).toBe(401)
      expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/)
      if (route.group !== "raw") expect(reply.json.error.code).toBe("authentication_required")
    }
  })

  it.each(["/api/openapi.json", "/api/docs"])("%s answers 401", async (target) => {
    expect((await server.get(target)).status).toBe(401)
    expect((await server.get(target, member.token)).status).toBe(200)
  })
})

describe("as a member", () => {
  it.each(table.filter(([, route]) => isAdminOnly(route)))("%s answers 403", async (_, route) => {
    const body = hasBody(route.method)
      ? {
          body: route.name === "create" ? { name: "x", contents: ["videos"], roots: [{ path: "/tmp" }] } : {}
        }
      : {}
    const reply = await server.request(route.method, route.target, { token: member.token, ...body })
    expect([reply.status, reply.json.error.code]).toEqual([
      403,
      route.name === "create" ? "forbidden" : "admin_required"
    ])
  })
})

describe("as an administrator", () => {
  it.each(table.filter(([, { path }]) => path.includes(":id")))(
    "%s answers 404 for no such id",
    async (_, route) => {
      for (const id of [someId, "no-uuid", "%F0%9F%8E%AC", "1'%20or%20'1'='1"]) {
        const reply = await server.request(route.method, route.target.replace(someId, id), {
          token: admin.token,
          ...(hasBody(route.method) ? { body: route.name === "rate" ? { rating: 50 } : {} } : {})
        })
        expect([id, reply.status]).toEqual([id, 404])
      }
    }
  )

  it("the description names every route", async () => {
    const { json } = await server.get("/api/openapi.json", admin.token)
    const described = Object.entries(json.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`)
    )
    const braces = (path: string) => path.replace(/:(\w+)/g, "{$1}").replace("*", "{file}")
    const known = endpoints.map(({ method, path }) => `${method} ${braces(path)}`)
    expect(described.sort()).toEqual([...known].sort())
  })
})

describe("a wrong method", () => {
  const paths = [...new Set(routes.map(({ target }) => target))]
  it.each(paths)("%s answers 405 with Allow", async (target) => {
    const methods = routes.filter((route) => route.target === target).map(({ method }) => method)
    const wrong = ["PUT", "DELETE", "PATCH", "POST"].find((method) => !methods.includes(method))!
    const reply = await server.request(wrong, target, { token: admin.token })
    expect([reply.status, reply.json?.error.code]).toEqual([405, "method_not_allowed"])
    const allowed = String(reply.headers["allow"]).split(", ")
    for (const method of methods) expect(allowed).toContain(method)
    expect(allowed).not.toContain(wrong)
  })

  it("HEAD answers like GET, without a body", async () => {
    const targets = routes.filter((route) => route.method === "GET" && !route.path.includes(":"))
    for (const { target } of targets) {
      const [get, head] = await Promise.all([
        server.get(target, admin.token),
        server.request("HEAD", target, { token: admin.token })
      ])
      expect([target, head.status, head.text]).toEqual([target, get.status, ""])
    }
  })
})
