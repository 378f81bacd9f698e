import { startCpuClock } from "@media/testkit/CpuClock"
import { BEFORE_EXPIRY, eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ environment: { MEDIA_TRUSTED_PROXIES: "127.0.0.1" } })
})
afterAll(() => server.stop())
beforeEach(() => server.rows("truncate login_failures"))

const from = (address: string) => ({ "x-forwarded-for": address })
const setup = (username: string, password = "correct horse") =>
  server.request("POST", "/api/auth/setup", { body: { username, password } })
const login = (username: string, password: string, address = "192.0.2.1") =>
  server.request("POST", "/api/auth/login", { body: { username, password }, headers: from(address) })

describe("setup", () => {
  it("promotes an existing account and keeps its id, sessions and history", async () => {
    const old = await server.account({ username: "Ada", displayName: "Countess" })
    expect((await server.get("/api/auth/setup-status")).json).toMatchObject({
      needsSetup: true,
      hasUsers: true,
      data: { needsSetup: true, hasUsers: true }
    })
    const { json, status } = await setup("ADA", "another password")
    expect([status, json.data.user]).toEqual([
      201,
      expect.objectContaining({ id: old.id, username: "Ada", displayName: "Countess", role: "administrator" })
    ])
    expect(json.accessToken).toBe(json.data.accessToken)
    expect((await server.get("/api/jobs", old.token)).status).toBe(200)
    expect((await login("ada", "another password")).status).toBe(200)
    expect((await login("ada", "correct horse")).status).toBe(401)
  })

  it("creates exactly one administrator from twenty concurrent requests", async () => {
    await server.rows("truncate events, accounts, credentials, sessions")
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => setup(`user${n}`)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = replies.filter(({ status }) => status !== 201)
    expect(others.map(({ json, status }) => [status, json.error.code])).toEqual(
      others.map(() => [409, "setup_already_completed"])
    )
    expect(await server.rows("select 1 from accounts")).toHaveLength(1)
    expect(await server.rows("select 1 from events where type like 'account.%'")).toHaveLength(1)
    expect((await server.get("/api/auth/setup-status")).json.data).toEqual({
      needsSetup: false,
      hasUsers: true
    })
  })

  it.each([
    ["", "long enough"],
    [" ada", "long enough"],
    ["a:b", "long enough"],
    ["a\u0007", "long enough"],
    ["x".repeat(65), "long enough"],
    ["ada", "1234567"],
    ["ada", "x".repeat(257)]
  ])("rejects the name %j with the password %j", async (username, password) => {
    const { json, status } = await setup(username, password)
    expect([status, json.error.code]).toEqual([400, "validation"])
    expect(json.error.message).toMatch(/^(username|password): (must|may)/)
  })
})

describe("login", () => {
  it("accepts any spelling of a username, but only the exact password", async () => {
    await server.account({ username: "Zoë Ångström", password: "Pässwörd ✓ of 256 " })
    for (const name of ["ZOË ÅNGSTRÖM", "Zoe\u0308 A\u030angstro\u0308m", "ｚｏë ångström"])
      expect((await login(name, "Pässwörd ✓ of 256 ")).status).toBe(200)
    for (const password of ["pässwörd ✓ of 256 ", "Pässwörd ✓ of 256", "Pässwörd ✓ of 256  "])
      expect((await login("Zoë Ångström", password)).status).toBe(401)
    for (const name of ["%", "_", "Zo%", "' or 1=1 --", "Zoë Ångström\u200b"])
      expect((await login(name, "Pässwörd ✓ of 256 ")).status).toBe(401)
    expect((await login("\0", "x")).status).toBe(400)
  })

  it("does not reveal whether a username exists, neither in the response nor in its timing", async () => {
    await server.account({ username: "present" })
    await server.account({ username: "off" })
    await server.rows("update accounts set enabled = false where username = 'off'")
    const timed = async (name: string, password: string) => {
      const cpu = startCpuClock()
      const { json, status } = await login(name, password)
      return { seconds: cpu(), answer: [status, json] }
    }
    const kinds = [
      ["present", "wrong password"],
      ["unknown", "correct horse"],
      ["off", "correct horse"]
    ] as const
    const seconds = new Map<string, Array<number>>(kinds.map(([name]) => [name, []]))
    const answers = new Set<string>()
    for (let round = 0; round < 7; round += 1) {
      for (const [name, password] of kinds) {
        const reply = await timed(name, password)
        seconds.get(name)!.push(reply.seconds)
        answers.add(JSON.stringify(reply.answer))
      }
    }
    expect([...answers]).toEqual([
      JSON.stringify([
        401,
        {
          ok: false,
          error: { code: "invalid_credentials", message: "Wrong username or password." }
        }
      ])
    ])
    // Without the decoy hash, the check of an unknown name would take less than a tenth of the CPU time. The test
    // measures CPU time, because elapsed time depends on other programs.
    const medians = kinds.map(([name]) => seconds.get(name)!.toSorted((a, b) => a - b)[3]!)
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(3)
  })
})

describe("the throttle", () => {
  it("locks an account after eight failures, but only for the address that caused them", async () => {
    await server.account({ username: "target" })
    for (let n = 0; n < 8; n += 1) expect((await login("target", "wrong", "192.0.2.9")).status).toBe(401)
    const locked = await login("TARGET", "correct horse", "192.0.2.9")
    expect([locked.status, locked.json.error.code]).toEqual([429, "auth_rate_limited"])
    const wait = Number(locked.headers["retry-after"])
    expect(wait).toBeGreaterThan(100)
    expect(wait).toBeLessThanOrEqual(120)
    expect((await login("target", "correct horse", "192.0.2.10")).status).toBe(200)
    expect((await login("someone", "wrong", "192.0.2.9")).status).toBe(401)
    await server.rows("update login_failures set at = at - interval '121 seconds'")
    expect((await login("target", "correct horse", "192.0.2.9")).status).toBe(200)
    expect((await login("target", "wrong", "192.0.2.9")).status).toBe(401)
  })

  it("locks an address after thirty failures, and counts an IPv6 /64 as one address", async () => {
    await server.account({ username: "innocent" })
    for (let n = 0; n < 30; n += 1)
      expect((await login(`guess${n}`, "wrong", `2001:db8::${n}`)).status).toBe(401)
    expect((await login("innocent", "correct horse", "2001:db8:0:0:ffff::1")).status).toBe(429)
    expect((await login("innocent", "correct horse", "2001:db8:0:1::1")).status).toBe(200)
  })

  it("ignores failures dated in the future after the clock was set back", async () => {
    await server.account({ username: "early" })
    for (let n = 0; n < 8; n += 1) expect((await login("early", "wrong", "192.0.2.11")).status).toBe(401)
    expect((await login("early", "correct horse", "192.0.2.11")).status).toBe(429)
    await server.rows("update login_failures set at = at + interval '1 day'")
    expect((await login("early", "correct horse", "192.0.2.11")).status).toBe(200)
  })

  it("allows only eight guesses, even if more are sent at the same time", async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, () => login("root", "wrong", "192.0.2.20")))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(8)
    expect(statuses.filter((status) => status === 429)).toHaveLength(17)
  })

  it("lets many devices with the right password sign in at the same time", async () => {
    await server.account({ username: "family" })
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => login("family", "correct horse", "192.0.2.30"))
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })

  it("uses only the address that the proxy added to the forwarding header", async () => {
    for (let n = 0; n < 8; n += 1)
      expect((await login("root", "wrong", `203.0.113.${n}, 192.0.2.40`)).status).toBe(401)
    expect((await login("root", "wrong", "198.51.100.1, 192.0.2.40")).status).toBe(429)
  })
})

describe("sessions", () => {
  it("accepts a token in the header or the cookie, and in the query string of read requests only", async () => {
    const { token } = await server.account({ username: "carrier" })
    const bearer = (value: string) => ({ authorization: value })
    expect((await server.request("GET", "/api/auth/me", { headers: bearer(`bearer ${token}`) })).status).toBe(
      200
    )
    expect((await server.request("GET", "/api/auth/me", { headers: bearer(`Token ${token}`) })).status).toBe(
      401
    )
    expect((await server.get(`/api/auth/me?access_token=${token}`)).status).toBe(200)
    expect((await server.request("HEAD", `/api/auth/me?access_token=${token}`)).status).toBe(200)
    const headers = { cookie: `a=b; media-session=${token}; c=d` }
    expect((await server.request("GET", "/api/auth/me", { headers })).status).toBe(200)
    const byQuery = await server.request("PATCH", `/api/auth/me?access_token=${token}`, {
      body: { displayName: "x" }
    })
    expect(byQuery.status).toBe(401)
    expect((await server.request("POST", `/api/auth/logout?access_token=${token}`)).status).toBe(401)
    for (const wrong of [token.slice(1), `${token}A`, token.toUpperCase(), ""])
      expect((await server.get("/api/auth/me", wrong)).status).toBe(401)
  })

  it("sets a session cookie that scripts cannot read", async () => {
    await server.account({ username: "cookie" })
    const { headers, json } = await login("cookie", "correct horse")
    const cookie = String(headers["set-cookie"])
    for (const part of [
      `media-session=${json.accessToken}`,
      "HttpOnly",
      "SameSite=Lax",
      "Path=/",
      "Max-Age=7776000"
    ])
      expect(cookie).toContain(part)
    expect(cookie).not.toContain("Secure")
    const secure = await server.request("POST", "/api/auth/login", {
      body: { username: "cookie", password: "correct horse" },
      headers: { "x-forwarded-proto": "https" }
    })
    expect(String(secure.headers["set-cookie"])).toContain("Secure")
    expect(json.accessToken).toMatch(/^[\w-]{43}$/)
    const dump = JSON.stringify([
      await server.rows("select * from sessions"),
      await server.rows("select * from events")
    ])
    expect(dump).not.toContain(json.accessToken)
    expect(dump).not.toContain("argon2")
  })

  it("lists sessions only for their owner, who can end each of them", async () => {
    const { token } = await server.account({ username: "owner" })
    const stranger = await server.account({ username: "stranger" })
    const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" }
    const second = await server.request("POST", "/api/auth/login", {
      body: { username: "owner", password: "correct horse", client: "web", deviceId: "d1" },
      headers: { ...agent, ...from("192.0.2.77") }
    })
    const other = second.json.accessToken
    const { json } = await server.get("/api/auth/sessions", token)
    expect(json.data.total).toBe(2)
    const [theirs] = json.data.items.filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    expect(theirs).toMatchObject({
      client: "web",
      deviceName: "Firefox on Linux",
      deviceId: "d1",
      ipAddress: "192.0.2.77"
    })
    expect(JSON.stringify(json)).not.toMatch(/token|hash/i)

    const end = (id: string, by: string) =>
      server.request("DELETE", `/api/auth/sessions/${id}`, { token: by })
    expect((await end(theirs.id, stranger.token)).status).toBe(404)
    expect((await server.get("/api/auth/me", other)).status).toBe(200)
    expect((await end(theirs.id, token)).status).toBe(200)
    expect((await end(theirs.id, token)).status).toBe(404)
    for (const target of ["/api/auth/me", `/api/video-stream/${theirs.id}/source`])
      expect((await server.get(target, other)).status).toBe(401)

    await server.rows(
      "update sessions set last_seen_at = now() - interval '2 days', expires_at = now() + interval '1 minute'"
    )
    expect((await server.get("/api/auth/me", token)).status).toBe(200)
    const [row] = await server.rows(
      "select expires_at > now() + interval '89 days' as slid from sessions order by last_seen_at desc limit 1"
    )
    expect(row).toEqual({ slid: true })
    await server.rows("update sessions set expires_at = now() - interval '1 second'")
    await eventually(async () => (await server.get("/api/auth/me", token)).status === 401, BEFORE_EXPIRY)
  })

  it("ends one session at logout, and all sessions when the account is disabled", async () => {
    const { id, token } = await server.account({ username: "leaver" })
    const logout = await server.request("POST", "/api/auth/logout", { token })
    expect([logout.status, logout.json]).toEqual([200, { ok: true, data: null }])
    expect(String(logout.headers["set-cookie"])).toMatch(/media-session=;.*Max-Age=0/)
    expect((await server.get("/api/auth/me", token)).status).toBe(401)
    const again = await server.signIn("leaver", "correct horse")
    expect((await server.get("/api/auth/me", again)).status).toBe(200)
    await server.rows("update accounts set enabled = false where id = $1", [id])
    await eventually(async () => (await server.get("/api/auth/me", again)).status === 401, BEFORE_EXPIRY)
  })
})

it("does not let an account extend its own permissions", async () => {
  const { token } = await server.account({ username: "climber" })
  const change = (body: unknown) => server.request("PATCH", "/api/auth/me", { token, body })
  for (const body of [
    { role: "administrator" },
    { allowNsfw: true },
    { libraryIds: [] },
    { mayCreateLibraries: true }
  ])
    expect((await change(body)).status).toBe(400)
  const { json } = await change({ showNsfw: true, displayName: " New Name " })
  expect(json.data).toMatchObject({
    allowNsfw: false,
    showNsfw: true,
    displayName: "New Name",
    role: "member"
  })
})
