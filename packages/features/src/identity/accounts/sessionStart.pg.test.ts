import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const start = (token?: string, headers: Record<string, string> = {}) =>
  server.request("GET", "/api/session", { ...(token === undefined ? {} : { token }), headers })

it("returns the setup state, the user and the settings in one uncached response", async () => {
  const signedOut = { user: null, viewer: null, settings: null, uiPrefs: null }
  expect((await start()).json.data).toEqual({ needsSetup: true, ...signedOut })
  const { token } = await server.setup()
  const answer = await start(token)
  expect(answer.headers["cache-control"]).toBe("no-store")
  expect(answer.json.data).toEqual({
    needsSetup: false,
    user: (await server.get("/api/auth/me", token)).json.data,
    viewer: null,
    settings: (await server.get("/api/settings", token)).json.data,
    uiPrefs: null
  })
  const value = { theme: "light" }
  await server.request("PUT", "/api/ui-prefs/web", { token, body: { value } })
  expect((await start(token)).json.data.uiPrefs).toEqual(value)
  expect((await start()).json.data).toEqual({ needsSetup: false, ...signedOut })
})

it("returns the same response to every caller who is not signed in", async () => {
  const member = await server.account({ username: "member", role: "member" })
  const expected = (await start()).text
  expect((await start(member.token)).json.data.user).toMatchObject({ username: "member", role: "member" })
  await server.request("POST", "/api/auth/logout", { token: member.token })
  const gone = await server.account({ username: "gone", role: "member" })
  await server.rows("update accounts set enabled = false where username_key = 'gone'")
  for (const token of [member.token, gone.token, "x".repeat(43), "short"]) {
    const { status, text } = await start(token)
    expect([status, text]).toEqual([200, expected])
  }
  const cookie = await start(undefined, { cookie: `media_session=${"y".repeat(43)}` })
  expect([cookie.status, cookie.text]).toEqual([200, expected])
})
