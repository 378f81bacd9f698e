import { BEFORE_EXPIRY, eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterEach, expect, it } from "vitest"
import { StandingWarnings } from "../../StandingWarnings.ts"
import { recoverAdministrator } from "./recovery.ts"

const servers: Array<TestServer> = []
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.stop()
})
const start = async (environment: Record<string, string> = {}) => {
  const server = await startTestServer({ environment })
  servers.push(server)
  return server
}
const password = "let me in again"
const rescued = (server: TestServer, username: string) => ({
  DATABASE_URL: server.url,
  MEDIA_RECOVERY_PASSWORD: password,
  MEDIA_RECOVERY_USERNAME: username
})
const tags = async (server: TestServer) =>
  (await server.rows("select type from events where type like 'account.%' order by position")).map(
    ({ type }) => type
  )

it("creates an administrator if the server has none, and warns on every start", async () => {
  const server = await start({ MEDIA_RECOVERY_PASSWORD: password })
  expect((await server.get("/api/auth/setup-status")).json.data.needsSetup).toBe(false)
  const before = await server.signIn("admin", password)
  const { warnings } = (await server.get("/api/system/status", before)).json.data
  expect(warnings[0]).toContain("MEDIA_RECOVERY_PASSWORD")
  await server.restart()
  expect((await server.get("/api/auth/me", before)).status).toBe(401)
  const again = await server.signIn("admin", password)
  expect((await server.get("/api/auth/me", again)).json.data).toMatchObject({
    role: "administrator",
    enabled: true
  })
  expect(await tags(server)).toEqual(["account.created.v1", "account.recovered.v1", "account.recovered.v1"])
  const warned = server.logs.filter((line) => line.includes("set by MEDIA_RECOVERY_PASSWORD"))
  expect(warned).toHaveLength(2)
  expect(server.logs.join("\n")).not.toContain(password)
  const stored = await server.rows("select data::text as text from events")
  expect(JSON.stringify(stored)).not.toContain(password)
})

it("makes a disabled member an administrator and ends the member's sessions", async () => {
  const server = await start()
  const { token: root } = await server.setup()
  const { id, token } = await server.account({ username: "Ada" })
  await server.rows("update accounts set enabled = false where id = $1", [id])
  const other = await start(rescued(server, "ADA"))
  const back = await server.signIn("ada", password)
  expect((await server.get("/api/auth/me", back)).json.data).toMatchObject({
    id,
    role: "administrator",
    enabled: true,
    mayCreateLibraries: true
  })
  await eventually(async () => (await server.get("/api/auth/me", token)).status === 401, BEFORE_EXPIRY)
  expect((await server.get("/api/auth/me", root)).status).toBe(200)
  expect((await other.get("/api/system/status", back)).json.data.warnings[0]).toContain('"ADA"')
  // Members must not see the warning.
  const { token: member } = await server.account({ username: "bob" })
  expect((await other.get("/api/system/status", member)).json.data.warnings).toEqual([])
})

it.each([
  ["short", "admin", "MEDIA_RECOVERY_PASSWORD must have at least 8 characters."],
  [password, "no such name", "MEDIA_RECOVERY_USERNAME may contain only letters"]
])("rejects an invalid recovery password or name: %s, %s", async (wrong, username, text) => {
  const server = servers[0] ?? (await start())
  const refused = recoverAdministrator({ password: wrong, username })
  const error = await server.run(Effect.flip(Effect.provide(refused, StandingWarnings.layer)))
  expect(String(error)).toContain(text)
  expect(await server.rows("select 1 from accounts")).toHaveLength(0)
})

it("creates only one recovery account when several servers start at once", async () => {
  const server = await start()
  await server.setup()
  await Promise.all([1, 2, 3].map(() => start(rescued(server, "saviour"))))
  expect(await server.rows("select 1 from accounts where username = 'saviour'")).toHaveLength(1)
  expect(await server.signIn("saviour", password)).toBeTypeOf("string")
})
