// permissions.pg.test.ts tests the callers of each route.
import { endpoints } from "@media/api/EndpointTable"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
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
  path
    .replace(":queueName", "library-scan")
    .replace(":page", "0")
    .replace(":index", "0")
    .replace(/:\w+/g, someId)
    .replace("*", "master.m3u8")
const routes = endpoints.map((entry) => ({ ...entry, target: fill(entry.path) }))
const table = routes.map((route) => [`${route.method} ${route.target}`, route] as const)
const hasBody = (method: string) => ["POST", "PATCH", "PUT"].includes(method)

it("does not let a member without permission create a library", async () => {
  const body = { name: "x", contents: ["videos"], roots: [{ path: "/tmp" }] }
  const reply = await server.request("POST", "/api/libraries", { token: member.token, body })
  expect([reply.status, reply.json.error.code]).toEqual([403, "forbidden"])
})

const validBodies: Readonly<Record<string, object>> = {
  rate: { rating: 50 },
  progress: { position: 5 },
  chooseFrame: { seconds: 5 },
  fetchVideo: { url: "https://example.org/a.png" },
  fetchImage: { url: "https://example.org/a.png" },
  fetchTrack: { url: "https://example.org/a.png" },
  fetchBook: { url: "https://example.org/a.png" },
  resetPassword: { newPassword: "correct horse battery" },
  order: { imageIds: [someId], before: null },
  cover: { imageId: null },
  addChapter: { title: "A part", imageId: someId },
  "POST /api/books/:id/bookmarks": { fraction: 0.5 },
  rename: { name: "A place" },
  dismissNextUp: { dismissed: true },
  attach: { videoId: someId },
  merge: { from: [someId] },
  split: { name: "Part", itemIds: [someId] },
  choosePrimary: { videoId: someId },
  setParts: { videoIds: [] },
  "POST /api/video/series/:id/merge": { into: someId },
  "PUT /api/videos/:id/classification": { role: "video" },
  "DELETE /api/collections/:id/items": { itemIds: [] },
  "PUT /api/collections/:id/items/order": { itemIds: [], before: null },
  "PATCH /api/collections/:id/items/:itemId": { note: null },
  "PUT /api/collections/:id/cover": { itemId: null },
  "POST /api/rules/:id/undo": {},
  "PUT /api/plugins/packages/:id/auth/:authKey": { value: null },
  "PUT /api/plugins/packages/:id/hosts": { host: "api.example.org", access: "allowed" },
  "POST /api/plugins/:id/execute": { task: "Go" },
  "PUT /api/scrapers/:id/scripts": { isAllowed: false },
  "POST /api/stashbox-endpoints/:id/identify": { ids: [someId] },
  "POST /api/stashbox-endpoints/:id/submit-fingerprints": { ids: [someId] },
  "POST /api/stashbox-endpoints/:id/lookup/performer": { query: "a name" },
  "POST /api/stashbox-endpoints/:id/lookup/studio": { query: "a name" },
  "POST /api/stashbox-endpoints/:id/lookup/tag": { query: "a name" },
  answer: { answer: "added" },
  undo: { sincePosition: 0 },
  add: { title: "A place", start: 5 }
}
const isReview = (path: string) => /\/(accept|apply)-scrape$/.test(path)
const review = { scrapeResultId: someId }
const neededQueries: Readonly<Record<string, string>> = {
  preview: "?videosAs=series",
  passages: "?q=words",
  pageText: "?page=1",
  changeNamed: `?markerId=${someId}`,
  removeNamed: `?markerId=${someId}`
}

describe("as an administrator", () => {
  // KOReader shows a 404 as a network error, so its routes return an empty response for an unknown book.
  it.each(table.filter(([, { path }]) => path.includes(":id") && !path.startsWith("/koreader/")))(
    "%s returns 404 for an unknown id",
    async (_, route) => {
      for (const id of [someId, "no-uuid", "%F0%9F%8E%AC", "1'%20or%20'1'='1"]) {
        const body = validBodies[`${route.method} ${route.path}`]
        const target = `${route.target.replace(someId, id)}${neededQueries[route.name] ?? ""}`
        const reply = await server.request(route.method, target, {
          token: admin.token,
          ...(body !== undefined || hasBody(route.method)
            ? { body: body ?? validBodies[route.name] ?? (isReview(route.path) ? review : {}) }
            : {})
        })
        expect([id, reply.status]).toEqual([id, 404])
      }
    }
  )

  it("receives an OpenAPI document that contains every route", async () => {
    const { json } = await server.get("/api/openapi.json", admin.token)
    const described = Object.entries(json.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`)
    )
    const braces = (path: string) => path.replace(/:(\w+)/g, "{$1}").replace("*", "{file}")
    const known = endpoints.map(({ method, path }) => `${method} ${braces(path)}`)
    expect(described.sort()).toEqual([...known].sort())
  })
})

describe("HTTP methods", () => {
  const paths = [...new Set(routes.map(({ target }) => target))]
  it.each(paths)("%s returns 405 with Allow for an unsupported method", async (target) => {
    const methods = routes.filter((route) => route.target === target).map(({ method }) => method)
    const wrong = ["PUT", "DELETE", "PATCH", "POST"].find((method) => !methods.includes(method))!
    const reply = await server.request(wrong, target, { token: admin.token })
    expect([reply.status, reply.json?.error.code]).toEqual([405, "method_not_allowed"])
    const allowed = String(reply.headers["allow"]).split(", ")
    for (const method of methods) expect(allowed).toContain(method)
    expect(allowed).not.toContain(wrong)
  })

  it("HEAD returns the status of GET without a body", async () => {
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
