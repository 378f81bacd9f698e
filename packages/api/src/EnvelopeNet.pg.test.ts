import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ isDatabaseCuttable: true })
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const stream = "/api/video-stream/01900000-0000-7000-8000-000000000001/source"

it("reports an internal error to the client with a request id but no details", async () => {
  await server.rows(
    "alter table items rename to items_away; alter table item_counts rename to item_counts_away"
  )
  try {
    const { headers, json, status, text } = await server.get("/api/videos", token)
    const requestId = headers["x-request-id"]
    expect(status).toBe(500)
    expect(json).toEqual({
      ok: false,
      error: { code: "internal", message: `Something went wrong on the server. Request id: ${requestId}` }
    })
    expect(server.logs.some((line) => line.includes(`${requestId}`) && line.includes("item_counts"))).toBe(
      true
    )

    const raw = await server.get(stream, token)
    expect([raw.status, raw.text]).toEqual([
      500,
      `Something went wrong on the server. Request id: ${raw.headers["x-request-id"]}\n`
    ])
    for (const shown of [text, raw.text]) expect(shown).not.toMatch(/relation|select|\.ts|node_modules/)
  } finally {
    await server.rows(
      "alter table items_away rename to items; alter table item_counts_away rename to item_counts"
    )
  }
  expect((await server.get("/api/videos", token)).status).toBe(200)
  expect((await server.get(stream, token)).status).toBe(404)
})

it("responds with 503 to every API route while the database is down", async () => {
  server.cutDatabase()
  try {
    const [videos, me, raw, health, documents, login] = await Promise.all([
      server.get("/api/videos", token),
      server.get("/api/auth/me", token),
      server.get(stream, token),
      server.get("/api/health"),
      server.get("/api/docs", token),
      server.request("POST", "/api/auth/login", { body: { username: "root", password: "correct horse" } })
    ])
    for (const reply of [videos, me, login]) {
      expect([reply.status, reply.json.error.code]).toEqual([503, "not_ready"])
      expect(reply.headers["retry-after"]).toBeDefined()
    }
    expect([raw.status, documents.status, health.status]).toEqual([503, 503, 503])
    expect(health.json.data).toMatchObject({ status: "degraded", database: "away" })
    expect((await server.get("/")).status).toBe(200)
  } finally {
    await server.mendDatabase()
  }
  await eventually(async () => (await server.get("/api/videos", token)).status === 200)
  expect((await server.get("/api/health")).json.data.database).toBe("ok")
})

it("reports degraded health if a stored event cannot be read", async () => {
  const member = await server.account({ username: "mia" })
  const warnings = async (by: string) =>
    (await server.get("/api/system/status", by)).json.data.warnings.join()
  await eventually(async () => (await server.get("/api/health")).json.data.status === "ok")
  await server.rows("insert into event_quarantine (position, type, reason) values (1, 'x.y.v9', 'secret')")
  const { json, status, text } = await server.get("/api/health")
  expect([status, json.data.status, json.data.database]).toEqual([200, "degraded", "ok"])
  expect(text).not.toMatch(/secret|x\.y/)
  expect(await warnings(token)).toContain("1 stored events cannot be read")
  expect(await warnings(member.token)).toBe("")
})
