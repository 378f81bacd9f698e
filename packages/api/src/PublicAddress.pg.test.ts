import { publicConfig } from "@media/kernel/ProcessConfig"
import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const account = { username: "root", password: "correct horse" }
const cookieOf = (headers: { readonly "set-cookie"?: Array<string> | undefined }) =>
  headers["set-cookie"]?.[0] ?? ""

/**
 * The headers of a request through an untrusted proxy, which forwards only the host name. If such a proxy also removes
 * the base path from the URL, nothing in the request indicates that path.
 */
const proxied = { host: "host.example" }

describe("an app served below a base path", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ environment: { PUBLIC_APP_URL: "http://host.example/media" } })
    const headers = { ...proxied, origin: "http://host.example" }
    const done = await server.request("POST", "/media/api/auth/setup", { headers, body: account })
    expect(done.status).toBe(201)
  })
  afterAll(() => server.stop())

  it.each([
    ["kept by the proxy", "/media", proxied],
    ["removed by the proxy", "", proxied],
    ["kept, under another host name", "/media", {}]
  ])("signs in with the path %s and sets a cookie for that path", async (_, path, headers) => {
    const page = { ...headers, origin: "http://host.example" }
    const done = await server.request("POST", `${path}/api/auth/login`, { headers: page, body: account })
    expect(done.status).toBe(200)
    expect(cookieOf(done.headers)).toMatch(/^media-session=.*; Path=\/media;/)

    const cookie = cookieOf(done.headers).split(";")[0]!
    const me = await server.request("GET", `${path}/api/auth/me`, { headers: { ...headers, cookie } })
    expect(me.json.data.username).toBe("root")
    const live = openLive(server.origin, { path: `${path}/api/live`, headers: { ...page, cookie } })
    await live.hello()
    live.close()
    const out = await server.request("POST", `${path}/api/auth/logout`, { headers: { ...page, cookie } })
    expect(cookieOf(out.headers)).toMatch(/^media-session=; Max-Age=0; Path=\/media;/)
  })

  it("sets the cookie for the root path if the client bypasses the proxy", async () => {
    const { headers } = await server.request("POST", "/api/auth/login", { body: account })
    expect(cookieOf(headers)).toContain("; Path=/;")
  })

  it("uses the configured public URL in absolute links, regardless of the requested host", async () => {
    for (const host of ["host.example", "evil.example", "127.0.0.1"]) {
      const { json } = await server.request("GET", "/opds/v2/auth", { headers: { host } })
      expect([host, json.id]).toEqual([host, "http://host.example/media/opds/v2/auth"])
    }
  })

  it("serves the web app below the base path, at every depth", async () => {
    for (const path of ["/media", "/media/", "/media/videos/1"])
      expect((await server.request("GET", path)).text).toContain('data-base="/media" data-api="/media/api"')
    expect((await server.request("GET", "/videos/1", { headers: proxied })).text).toContain(
      'data-base="/media"'
    )
    expect((await server.request("GET", "/videos/1")).text).toContain('data-base="" data-api="/api"')
    expect((await server.request("GET", "/media/assets/app-1234.js")).status).toBe(200)
  })

  it.each([
    ["/media//api/users", 404],
    ["/media/API/users", 404],
    ["/media/%61pi/users", 404],
    ["/media/api/users", 401],
    ["/media/api/nothing", 404]
  ])("responds to %s with %i, so that no spelling of a path bypasses a check", async (target, status) => {
    expect((await server.request("GET", target)).status).toBe(status)
  })

  it("rejects a change from a page with another origin", async () => {
    const headers = { ...proxied, origin: "http://evil.example" }
    const reply = await server.request("POST", "/media/api/auth/login", { headers, body: account })
    expect([reply.status, reply.json.error.code]).toEqual([403, "forbidden"])
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin")
  })
})

describe("an API on a different host than the pages", () => {
  const origin = "https://media.example.com"
  const api = { host: "api.example.com", origin, "sec-fetch-site": "same-site", "x-forwarded-proto": "https" }
  let server: TestServer
  let cookie = ""
  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        PUBLIC_APP_URL: origin,
        PUBLIC_API_URL: "https://api.example.com/media/api",
        MEDIA_TRUSTED_PROXIES: "127.0.0.1"
      }
    })
    const done = await server.request("POST", "/media/api/auth/setup", { headers: api, body: account })
    expect(done.status).toBe(201)
    expect(cookieOf(done.headers)).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    cookie = cookieOf(done.headers).split(";")[0]!
  })
  afterAll(() => server.stop())

  it("allows pages of the app's origin to read API responses", async () => {
    for (const target of ["/media/api/auth/me", "/api/auth/me", "/media/api/nothing"]) {
      const { headers } = await server.request("GET", target, { headers: { ...api, cookie } })
      expect(headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "cross-origin-resource-policy": "same-site"
      })
    }
    const { headers } = await server.request("GET", "/", { headers: { host: "media.example.com" } })
    expect(headers).not.toHaveProperty("access-control-allow-origin")
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin")
  })

  it("accepts preflight requests only from the app's origin", async () => {
    const ask = { ...api, "access-control-request-method": "PATCH" }
    const yes = await server.request("OPTIONS", "/media/api/auth/me", { headers: ask })
    expect(yes.status).toBe(204)
    expect(yes.headers["access-control-allow-methods"]).toContain("PATCH")
    expect(yes.headers["access-control-allow-headers"]).toContain("content-type")
    const other = { ...ask, origin: "https://evil.example.com" }
    const no = await server.request("OPTIONS", "/media/api/auth/me", { headers: other })
    expect(no.status).toBe(405)
    expect(no.headers["access-control-allow-origin"]).toBe(origin)
  })

  it.each([
    ["this page", {}, 200],
    ["another page of the domain", { origin: "https://evil.example.com" }, 403],
    ["another site that claims to be this page", { "sec-fetch-site": "cross-site" }, 403]
  ])(
    "accepts a change and a live connection only from the app's own pages: %s (%#)",
    async (_, headers, status) => {
      const from = { ...api, ...headers, cookie }
      expect((await server.request("PATCH", "/media/api/auth/me", { headers: from, body: {} })).status).toBe(
        status
      )
      const live = openLive(server.origin, { path: "/media/api/live", headers: from })
      if (status === 200) {
        await live.hello()
        live.close()
      } else expect(await live.refused()).toBe(status)
    }
  )
})

it("rejects a configuration in which browsers would not send the session cookie to the API", async () => {
  const environment = { PUBLIC_APP_URL: "https://a.example.com", PUBLIC_API_URL: "https://b.example.org/api" }
  const read = Effect.withConfigProvider(
    publicConfig,
    ConfigProvider.fromMap(new Map(Object.entries(environment)))
  )
  expect(String(await Effect.runPromise(Effect.flip(read)))).toContain("do not send the session cookie of")
})
