import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      MEDIA_ALLOWED_HOSTS: "media.example.com, *.home.arpa, 127.0.0.1",
      MEDIA_TRUSTED_PROXIES: "127.0.0.1",
      PUBLIC_APP_URL: "https://films.example.org"
    }
  })
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const under = async (host: string, target = "/api/auth/me", headers: Record<string, string> = {}) => {
  const reply = await server.request("GET", target, { token, headers: { host, ...headers } })
  return [reply.status, reply.json?.error?.code]
}

describe("a server with a list of allowed host names", () => {
  it.each([
    "media.example.com",
    "MEDIA.example.com:8008",
    "media.example.com.",
    "tv.home.arpa",
    "films.example.org",
    "127.0.0.1:8008"
  ])("responds to requests for %s", async (host) => {
    expect(await under(host)).toEqual([200, undefined])
    expect((await under(host, "/"))[0]).toBe(200)
  })

  it("uses an allowed host name in absolute links", async () => {
    const { json } = await server.request("GET", "/opds/v2/auth", { headers: { host: "tv.home.arpa" } })
    expect(json.id).toBe("http://tv.home.arpa/opds/v2/auth")
  })

  it.each([
    "evil.example",
    "media.example.com.evil.example",
    "evilmedia.example.com",
    "home.arpa",
    "localhost",
    "127.0.0.2",
    "[::1]",
    "media.example.com@evil.example",
    "evil.example#media.example.com"
  ])("rejects %s for the API, pages and sockets", async (host) => {
    const refused = [421, "host_not_allowed"]
    expect(await under(host)).toEqual(refused)
    expect(await under(host, "/")).toEqual(refused)
    expect(await openLive(server.origin, { token, headers: { host } }).refused()).toBe(421)
  })

  it("responds to health checks under any host name", async () => {
    expect((await under("10.0.0.7:8008", "/api/health"))[0]).toBe(200)
  })

  it("checks the host name forwarded by a trusted proxy instead of the proxy's own", async () => {
    const forwarded = { "x-forwarded-host": "media.example.com" }
    expect((await under("10.0.0.7", "/api/auth/me", forwarded))[0]).toBe(200)
    const foreign = { "x-forwarded-host": "evil.example" }
    expect(await under("media.example.com", "/api/auth/me", foreign)).toEqual([421, "host_not_allowed"])
  })
})

describe("behind a proxy", () => {
  const cookie = () => `media-session=${token}`
  const proxied = {
    host: "127.0.0.1:8008",
    "x-forwarded-host": "media.example.com",
    "x-forwarded-proto": "https"
  }

  it.each([
    ["from its own page", { origin: "https://media.example.com" }, 200],
    ["from another page", { origin: "https://evil.example" }, 403],
    ["from the internal address behind the proxy", { origin: "http://127.0.0.1:8008" }, 403]
  ])("responds to a change that a browser sends %s with status %i", async (_, headers, status) => {
    const reply = await server.request("PATCH", "/api/auth/me", {
      headers: { ...proxied, ...headers, cookie: cookie() },
      body: {}
    })
    expect(reply.status).toBe(status)
    expect(reply.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains")
  })

  it("opens the live connection only for pages with the server's public origin", async () => {
    const open = (origin: string) =>
      openLive(server.origin, { headers: { ...proxied, origin, cookie: cookie() } })
    const own = open("https://media.example.com")
    await own.hello()
    own.close()
    expect(await open("https://evil.example").refused()).toBe(403)
  })
})
