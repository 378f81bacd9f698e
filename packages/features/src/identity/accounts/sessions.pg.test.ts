import { BEFORE_EXPIRY, eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import argon2 from "argon2"
import { afterAll, beforeAll, expect, it } from "vitest"
import { maxSessions } from "./sessions.ts"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
})
afterAll(() => server.stop())

const me = (headers: Record<string, string>) => server.request("GET", "/api/auth/me", { headers })
const cookieOf = (token: string) => ({ cookie: `media-session=${token}` })
const rest = () =>
  server.rows("update sessions set last_seen_at = now() - interval '2 minutes'").then(() =>
    // Clears the cache of principals, because a session is extended only when its principal is read from the database.
    server.rows("update accounts set display_name = display_name")
  )

it("renews the cookie whenever it extends the session, and only then", async () => {
  const { token } = await server.account({ username: "slider" })
  expect((await me(cookieOf(token))).headers["set-cookie"]).toBeUndefined()
  await rest()
  const renewed = await eventually(async () => {
    const { headers } = await me({ ...cookieOf(token), "user-agent": "browser" })
    return headers["set-cookie"] === undefined ? undefined : String(headers["set-cookie"])
  })
  for (const part of [`media-session=${token}`, "Max-Age=7776000", "HttpOnly", "SameSite=Lax", "Path=/"])
    expect(renewed).toContain(part)
  expect((await me(cookieOf(token))).headers["set-cookie"]).toBeUndefined()
})

it("never sets a cookie for a token in a header or URL", async () => {
  const { token } = await server.account({ username: "scripted" })
  await rest()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await me({ authorization: `Bearer ${token}` })).headers["set-cookie"]).toBeUndefined()
  expect((await server.get(`/api/auth/me?access_token=${token}`)).headers["set-cookie"]).toBeUndefined()
})

it("removes text direction overrides from device names", async () => {
  const { token } = await server.account({ username: "masked" })
  const body = {
    username: "masked",
    password: "correct horse",
    deviceName: "TV \u202e\u0007gnp",
    client: "a\u2066b"
  }
  expect((await server.request("POST", "/api/auth/login", { body })).status).toBe(200)
  const { text } = await server.request("GET", "/api/auth/sessions", { headers: cookieOf(token) })
  expect(text).toContain('"deviceName":"TV  gnp"')
  expect(text).toContain('"client":"ab"')
})

it("ends the least recently used session of an account above the limit", async () => {
  const { id, token } = await server.account({ username: "many" })
  const { token: other } = await server.account({ username: "bystander" })
  await server.rows("update sessions set last_seen_at = now() - interval '1 hour' where account_id = $1", [
    id
  ])
  await server.rows(
    `insert into sessions (id, account_id, token_hash, expires_at)
     select gen_random_uuid(), $1, sha256(n::text::bytea), now() + interval '1 day' from generate_series(2, $2) n`,
    [id, maxSessions]
  )
  expect((await me(cookieOf(token))).status).toBe(200)
  await server.rows(
    "update sessions set last_seen_at = now() - interval '1 hour' where token_hash = sha256($1)",
    [Buffer.from(token)]
  )
  const newest = await server.signIn("many", "correct horse")
  expect(await server.rows("select 1 from sessions where account_id = $1", [id])).toHaveLength(maxSessions)
  await eventually(async () => (await me(cookieOf(token))).status === 401, BEFORE_EXPIRY)
  expect((await me(cookieOf(newest))).status).toBe(200)
  expect((await me(cookieOf(other))).status).toBe(200)
})

it("deletes only expired sessions, receipts and failures", async () => {
  const { id } = await server.account({ username: "gone" })
  const { token } = await server.account({ username: "stays" })
  await server.rows("update sessions set expires_at = now() - interval '1 second' where account_id = $1", [
    id
  ])
  await server.rows(`insert into command_receipts (account_id, route, key, body_hash, result, at)
    values (gen_random_uuid(), 'r', gen_random_uuid(), '', '1', now() - interval '2 days')`)
  await server.rows(`insert into login_failures (key, at) values
    ('a:1', now() - interval '2 hours'), ('a:2', now() - interval '1 minute')`)
  await server.restart()
  await eventually(
    async () => (await server.rows("select 1 from sessions where account_id = $1", [id])).length === 0
  )
  await eventually(async () => (await server.rows("select 1 from command_receipts")).length === 0)
  await eventually(async () => (await server.rows("select 1 from login_failures")).length === 1)
  expect((await me(cookieOf(token))).status).toBe(200)
})

it("rehashes a password with the current parameters when the user signs in", async () => {
  const { id } = await server.account({ username: "old" })
  const stored = async () =>
    String(
      (await server.rows("select password_hash from credentials where account_id = $1", [id]))[0]![
        "password_hash"
      ]
    )
  const store = async (options: argon2.Options) =>
    server.rows("update credentials set password_hash = $2 where account_id = $1", [
      id,
      await argon2.hash("correct horse", options)
    ])
  for (const weak of [
    { memoryCost: 8_192, timeCost: 2, parallelism: 1 },
    { memoryCost: 19_456, timeCost: 2, parallelism: 1, type: argon2.argon2i }
  ]) {
    await store(weak)
    const before = await stored()
    const wrong = { username: "old", password: "wrong" }
    expect((await server.request("POST", "/api/auth/login", { body: wrong })).status).toBe(401)
    expect(await stored()).toBe(before)
    expect(await server.signIn("old", "correct horse")).toMatch(/^[\w-]{43}$/)
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await server.signIn("old", "correct horse")).toMatch(/^[\w-]{43}$/)
  }
  await store({ memoryCost: 32_768, timeCost: 3, parallelism: 1 })
  const strong = await stored()
  await server.signIn("old", "correct horse")
  expect(await stored()).toBe(strong)
})

it("stores both changes of an account update in one transaction", async () => {
  const { id, token } = await server.account({ username: "changer" })
  const body = { displayName: "New", showNsfw: false }
  expect((await server.request("PATCH", "/api/auth/me", { token, body })).status).toBe(200)
  const [row] = await server.rows(
    "select count(*)::int as events, count(distinct xid::text)::int as transactions from events where stream_id = $1 and version > 1",
    [id]
  )
  expect(row).toEqual({ events: 2, transactions: 1 })
})
