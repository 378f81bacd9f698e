import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { anyBytes, openTarget, speak, type Head, type Target } from "./Target.ts"

// Tests the headers of every response, by class of route, and the restrictions on pages of other origins. The tests
// change only their own session.

let target: Target
let token = ""
let cookie = ""
let bytes: string | undefined
let host = ""

beforeAll(async () => {
  target = await openTarget()
  host = new URL(target.origin).host
  const { username, password } = target
  const signedIn = await target.request("POST", "/api/auth/login", { body: { username, password } })
  if (signedIn.status !== 200)
    throw new Error(`signing in was answered by ${signedIn.status}: ${signedIn.text}`)
  token = signedIn.json.data.accessToken
  cookie = `media-session=${token}`
  bytes = await anyBytes(target, token)
})
afterAll(async () => {
  await target.request("POST", "/api/auth/logout", { token })
  await target.stop()
})

type Ask = () => Promise<Head>

const get = (path: string, headers: Record<string, string> = {}, isSignedIn = true): Ask =>
  ask("GET", path, { headers, isSignedIn })
const ask =
  (
    method: string,
    path: string | (() => string),
    {
      body,
      headers = {},
      isSignedIn = true
    }: {
      readonly body?: unknown
      readonly headers?: Record<string, string>
      readonly isSignedIn?: boolean
    } = {}
  ): Ask =>
  async () => {
    const reply = await target.request(method, typeof path === "string" ? path : path(), {
      headers,
      ...(isSignedIn ? { token } : {}),
      ...(body === undefined ? {} : { body })
    })
    return {
      status: reply.status,
      headers: Object.fromEntries(
        Object.entries(reply.headers).map(([name, value]) => [name, String(value)])
      ),
      text: reply.text
    }
  }
const raw =
  (lines: () => ReadonlyArray<string>): Ask =>
  () =>
    speak(target.origin, `${lines().join("\r\n")}\r\n\r\n`)
const upgrade = (more: () => ReadonlyArray<string>, path = "/api/live"): Ask =>
  raw(() => [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ...more()
  ])

/** Returns the path of a script or style sheet that the page loads. */
const asset = async (): Promise<string> => {
  const { text } = await target.request("GET", "/")
  return /(?:src|href)="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? "/assets/app-1234.js"
}

type Class = "page" | "json" | "media" | "text"
interface Row {
  readonly name: string
  readonly status: number
  readonly class: Class
  readonly ask: Ask
  readonly hasBytes?: boolean
}

const rows: ReadonlyArray<Row> = [
  { name: "the page", status: 200, class: "page", ask: get("/", {}, false) },
  {
    name: "a page within the app",
    status: 200,
    class: "page",
    ask: get("/videos?access_token=x", {}, false)
  },
  { name: "an asset", status: 200, class: "page", ask: async () => get(await asset(), {}, false)() },
  {
    name: "an asset that has not changed",
    status: 304,
    class: "page",
    ask: async () => {
      const path = await asset()
      const { etag = "" } = (await get(path, {}, false)()).headers
      return get(path, { "if-none-match": etag }, false)()
    }
  },
  { name: "a file that is not there", status: 404, class: "json", ask: get("/nothing.txt", {}, false) },
  { name: "a path that is not canonical", status: 404, class: "json", ask: get("/a/%2e%2e/b", {}, false) },
  { name: "a change of a page", status: 405, class: "json", ask: ask("POST", "/", { isSignedIn: false }) },
  { name: "TRACE of a page", status: 405, class: "json", ask: ask("TRACE", "/") },
  { name: "TRACE of the API", status: 405, class: "json", ask: ask("TRACE", "/api/auth/me") },
  {
    name: "a preflight request",
    status: 405,
    class: "json",
    ask: ask("OPTIONS", "/api/auth/me", {
      headers: { origin: "https://evil.example", "access-control-request-method": "PATCH" }
    })
  },
  { name: "health", status: 200, class: "json", ask: get("/api/health", {}, false) },
  { name: "JSON", status: 200, class: "json", ask: get("/api/auth/me") },
  { name: "a list", status: 200, class: "json", ask: get("/api/videos") },
  { name: "no session", status: 401, class: "json", ask: get("/api/videos", {}, false) },
  {
    name: "no session for bytes",
    status: 401,
    class: "text",
    ask: get("/api/videos/x/thumbnail", {}, false)
  },
  { name: "a route that is not there", status: 404, class: "json", ask: get("/api/nothing") },
  { name: "an item that is not there", status: 404, class: "json", ask: get("/api/videos/x") },
  { name: "a query that is wrong", status: 400, class: "json", ask: get("/api/videos?page=x") },
  { name: "a query key given twice", status: 400, class: "json", ask: get("/api/videos?page=1&page=2") },
  {
    name: "a token given twice",
    status: 401,
    class: "json",
    ask: async () => get(`/api/videos?access_token=${token}&access_token=${token}`, {}, false)()
  },
  { name: "another method", status: 405, class: "json", ask: ask("PUT", "/api/videos") },
  {
    name: "a body that is no JSON",
    status: 400,
    class: "json",
    ask: ask("PATCH", "/api/auth/me", { body: "{" })
  },
  {
    name: "a body of another type",
    status: 415,
    class: "json",
    ask: ask("PATCH", "/api/auth/me", {
      body: "a=b",
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })
  },
  {
    name: "a body that is too large",
    status: 413,
    class: "json",
    ask: raw(() => [
      "PATCH /api/auth/me HTTP/1.1",
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      "Content-Length: 9000000"
    ])
  },
  { name: "a malformed request", status: 400, class: "json", ask: raw(() => ["NONSENSE"]) },
  {
    name: "a head that is too large",
    status: 431,
    class: "json",
    ask: raw(() => ["GET / HTTP/1.1", `Host: ${host}`, `X-Large: ${"x".repeat(20_000)}`])
  },
  {
    name: "a request for a proxy",
    status: 405,
    class: "json",
    ask: raw(() => ["CONNECT example.org:443 HTTP/1.1", "Host: example.org:443"])
  },
  { name: "a live connection without a session", status: 401, class: "json", ask: upgrade(() => []) },
  {
    name: "a live connection from a page with another origin",
    status: 403,
    class: "json",
    ask: upgrade(() => [`Cookie: ${cookie}`, "Origin: https://evil.example"])
  },
  {
    name: "a live connection that fetch metadata marks as cross-site",
    status: 403,
    class: "json",
    ask: upgrade(() => [`Cookie: ${cookie}`, `Origin: ${target.origin}`, "Sec-Fetch-Site: cross-site"])
  },
  {
    name: "a live connection to an unknown path",
    status: 404,
    class: "json",
    ask: upgrade(() => [`Cookie: ${cookie}`], "/api/nothing")
  },
  { name: "the OpenAPI document", status: 200, class: "json", ask: get("/api/openapi.json") },
  { name: "the API documentation page", status: 200, class: "json", ask: get("/api/docs") },
  { name: "the changelog", status: 200, class: "media", ask: get("/api/changelog") },
  { name: "media bytes", status: 200, class: "media", hasBytes: true, ask: () => get(bytes!)() },
  {
    name: "a byte range",
    status: 206,
    class: "media",
    hasBytes: true,
    ask: () => get(bytes!, { range: "bytes=0-3" })()
  },
  {
    name: "a range outside the file",
    status: 416,
    class: "media",
    hasBytes: true,
    ask: () => get(bytes!, { range: "bytes=99999999999999-" })()
  },
  {
    name: "media bytes opened as a page",
    status: 200,
    class: "media",
    hasBytes: true,
    ask: () => get(bytes!, { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" })()
  },
  {
    name: "unchanged media bytes",
    status: 304,
    class: "media",
    hasBytes: true,
    ask: async () =>
      get(bytes!, { "if-none-match": (await get(bytes!, { range: "bytes=0-0" })()).headers["etag"] ?? "" })()
  },
  { name: "missing media bytes", status: 404, class: "text", ask: get("/api/video-stream/x/source") },
  {
    name: "a missing playlist",
    status: 404,
    class: "text",
    ask: get("/api/video-stream/x/hls/master.m3u8")
  }
]

describe("the response to", () => {
  it.each(rows.map((row) => [row.name, row] as const))("%s has safe headers", async (_, row) => {
    if (row.hasBytes === true && bytes === undefined) return
    const { headers, status, text } = await row.ask()
    expect([status, text.slice(0, 300)]).toEqual([row.status, text.slice(0, 300)])
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f]{16}$/),
      "content-security-policy": expect.stringContaining("default-src")
    })
    const policy = headers["content-security-policy"]!
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe-inline|\*|https?:)/)
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([])
    expect(headers["x-powered-by"] ?? headers["server"]).toBeUndefined()
    if (target.origin.startsWith("https:")) expect(headers["strict-transport-security"]).toContain("max-age=")
    else expect(headers["strict-transport-security"]).toBeUndefined()
    expect(`${JSON.stringify(headers)}${text}`).not.toContain(token)
    if (row.class === "page") {
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("object-src 'none'")
    } else expect(policy).toMatch(/default-src 'none'/)
    if (row.class !== "page") expect(policy).toContain("sandbox")
    if (row.class === "json" || row.class === "text") expect(headers["cache-control"]).toContain("no-store")
    if (row.class === "media" && status !== 416) expect(headers["cache-control"]).toContain("private")
    const type = headers["content-type"]
    if (type !== undefined && /^text\/|json/.test(type))
      expect(type).toMatch(/charset=utf-8|^application\/json/)
    if (row.class === "json" && status >= 400)
      expect(JSON.parse(text)).toMatchObject({
        ok: false,
        error: { code: expect.any(String), message: expect.any(String) }
      })
  })
})

describe("a change that is authenticated by a cookie", () => {
  const change = (headers: Record<string, string>) =>
    target.request("PATCH", "/api/auth/me", { headers: { cookie, ...headers }, body: {} })

  it.each([
    ["of another origin", { origin: "https://evil.example" }],
    ["of no origin", { origin: "null" }],
    ["of a name that begins alike", () => ({ origin: `${target.origin}.evil.example` })],
    ["that browsers call cross-site", () => ({ origin: target.origin, "sec-fetch-site": "cross-site" })],
    ["of a sister domain", () => ({ origin: target.origin, "sec-fetch-site": "same-site" })]
  ])("%s is rejected", async (_, headers) => {
    const { json, status } = await change(typeof headers === "function" ? headers() : headers)
    expect([status, json.error.code]).toEqual([403, "forbidden"])
  })

  it("is accepted from the server's own page", async () => {
    expect((await change({ origin: target.origin })).status).toBe(200)
    expect((await change({ "sec-fetch-site": "same-origin" })).status).toBe(200)
    expect((await target.request("GET", "/api/auth/logout", { headers: { cookie } })).status).toBe(405)
  })

  it("is rejected if the session token is in the URL instead of the cookie", async () => {
    const { status } = await target.request("PATCH", `/api/auth/me?access_token=${token}`, { body: {} })
    expect(status).toBe(401)
  })
})

describe("sign-out", () => {
  it("ends the session, deletes the cookie and clears the browser's caches", async () => {
    const { password, username } = target
    const { headers, json } = await target.request("POST", "/api/auth/login", {
      body: { username, password }
    })
    const other = json.data.accessToken as string
    expect(String(headers["set-cookie"])).toMatch(/media-session=[^;]+;.*HttpOnly.*SameSite=Lax/i)
    const out = await target.request("POST", "/api/auth/logout", {
      headers: { cookie: `media-session=${other}`, origin: target.origin }
    })
    expect([out.status, out.headers["clear-site-data"]]).toEqual([200, '"cache"'])
    expect(String(out.headers["set-cookie"])).toMatch(/media-session=;.*Max-Age=0/i)
    expect((await target.request("GET", "/api/auth/me", { token: other })).status).toBe(401)
  })
})
