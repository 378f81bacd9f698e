import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const log = () => server.rows("select count(*) from events union all select count(*) from sessions")

it("explains that the database belongs to a newer version, and neither serves nor writes the database", async () => {
  await server.rows(
    "insert into schema_migrations (id, name, checksum, breaking) values (9001, '9001_new.sql', '', true)"
  )
  const before = await log()
  await server.restart("/api/system/status")
  expect((await server.get("/api/system/status")).json.data.bootState).toBe("schema-newer")
  expect((await server.get("/api/health")).status).toBe(503)
  expect((await server.get("/")).status).toBe(200)
  const refused = await server.get("/api/videos", token)
  expect([refused.status, refused.json.error.code]).toEqual([503, "schema_newer"])
  expect(refused.json.error.message).toContain("9001_new.sql")
  const login = { username: "root", password: "correct horse" }
  expect((await server.request("POST", "/api/auth/login", { body: login })).status).toBe(503)
  expect(await log()).toEqual(before)
})
