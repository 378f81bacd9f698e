import { BEFORE_EXPIRY, eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
})
afterAll(() => server.stop())
beforeEach(() => server.rows("truncate login_failures"))

const old = "correct horse"
const change = (token: string, currentPassword: string, newPassword: string) =>
  server.request("POST", "/api/auth/password", { token, body: { currentPassword, newPassword } })
const me = (token: string) => server.get("/api/auth/me", token)
const signInStatus = async (username: string, password: string) =>
  (await server.request("POST", "/api/auth/login", { body: { username, password } })).status

describe("changing the caller's own password", () => {
  it("ends all other sessions of the account", async () => {
    const { token } = await server.account({ username: "ada" })
    const other = await server.signIn("ada", old)
    const { token: bystander } = await server.account({ username: "bystander" })
    expect((await change(token, old, "battery staple")).status).toBe(200)
    await eventually(async () => (await me(other)).status === 401, BEFORE_EXPIRY)
    expect([(await me(token)).status, (await me(bystander)).status]).toEqual([200, 200])
    expect([await signInStatus("ada", old), await signInStatus("ada", "battery staple")]).toEqual([401, 200])
  })

  it("requires the current password", async () => {
    const { token } = await server.account({ username: "bea" })
    const other = await server.signIn("bea", old)
    const { json, status } = await change(token, "guess", "battery staple")
    expect([status, json.error.code, json.error.fields]).toEqual([
      400,
      "validation",
      [{ path: "currentPassword", message: "does not match your current password" }]
    ])
    expect([(await me(token)).status, (await me(other)).status]).toEqual([200, 200])
    expect(await signInStatus("bea", old)).toBe(200)
  })

  it.each(["short", "aaaaaaaaaaaa", " ".repeat(10)])("rejects the new password %j", async (password) => {
    const { token } = await server.account({ username: `c${password.length}` })
    const { json, status } = await change(token, old, password)
    expect([status, json.error.fields[0].path]).toEqual([400, "newPassword"])
  })

  it("locks the caller out after eight wrong guesses, like sign-in", async () => {
    const { token } = await server.account({ username: "dora" })
    for (let n = 0; n < 8; n += 1) expect((await change(token, "guess", "battery staple")).status).toBe(400)
    const { headers, json, status } = await change(token, old, "battery staple")
    expect([status, json.error.code]).toEqual([429, "auth_rate_limited"])
    expect(Number(headers["retry-after"])).toBeGreaterThan(0)
    expect(await signInStatus("dora", old)).toBe(429)
    expect((await me(token)).status).toBe(200)
  })

  it("rejects a sign-in with the old password that was still running when the change was committed", async () => {
    const { id } = await server.account({ username: "gil" })
    const other = await server.pool.connect()
    try {
      await other.query("begin")
      await other.query("update credentials set password_hash = password_hash || 'x' where account_id = $1", [
        id
      ])
      const signingIn = signInStatus("gil", old)
      await eventually(async () => {
        const waiting = await server.rows(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into sessions%'"
        )
        return waiting.length > 0
      })
      await other.query("commit")
      expect(await signingIn).toBe(401)
    } finally {
      other.release()
    }
    expect(await server.rows("select 1 from sessions where account_id = $1", [id])).toHaveLength(1)
  })

  it("ends sessions that were created with the old password while the change was running", async () => {
    const { token } = await server.account({ username: "hal" })
    const answers = Promise.all(
      Array.from({ length: 12 }, () =>
        server.request("POST", "/api/auth/login", { body: { username: "hal", password: old } })
      )
    )
    expect((await change(token, old, "battery staple")).status).toBe(200)
    for (const { json, status } of await answers) {
      expect([200, 401, 429]).toContain(status)
      if (status === 200) expect((await me(json.data.accessToken)).status).toBe(401)
    }
    expect((await me(token)).status).toBe(200)
  })

  it("requires a session", async () => {
    const body = { currentPassword: old, newPassword: "battery staple" }
    expect((await server.request("POST", "/api/auth/password", { body })).status).toBe(401)
  })
})

describe("a sign-out of all other devices", () => {
  it("ends every session of the account except the caller's", async () => {
    const { token } = await server.account({ username: "eve" })
    const others = [await server.signIn("eve", old), await server.signIn("eve", old)]
    const { token: bystander } = await server.account({ username: "frank" })
    const { json, status } = await server.request("DELETE", "/api/auth/sessions", { token })
    expect([status, json.data]).toEqual([200, { count: 2 }])
    for (const other of others) await eventually(async () => (await me(other)).status === 401, BEFORE_EXPIRY)
    expect([(await me(token)).status, (await me(bystander)).status]).toEqual([200, 200])
    expect((await server.request("DELETE", "/api/auth/sessions", { token })).json.data).toEqual({ count: 0 })
  })
})
