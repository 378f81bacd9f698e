import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { connect, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"

const limits = {
  bodyMillis: 1_500,
  refusalMillis: 300,
  sweepMillis: 50,
  helloMillis: 800,
  undeliveredMillis: 60_000
}
let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ limits, environment: { PUBLIC_APP_URL: "https://media.example.org" } })
})
afterAll(() => server.stop())

const sockets: Array<Socket> = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
/** Sends text on a raw connection and returns the received text once the server closes it or `until` matches. */
const speak = (text: string | Buffer, until?: RegExp) =>
  new Promise<string>((resolve) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(text))
    sockets.push(socket)
    let heard = ""
    socket.on("data", (chunk) => {
      heard += String(chunk)
      if (until?.test(heard) === true) resolve(heard)
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve(heard))
  })

describe("a fresh installation", () => {
  const setup = (headers: Record<string, string>) =>
    server.request("POST", "/api/auth/setup", {
      body: { username: "root", password: "correct horse" },
      headers
    })

  it("rejects a page that points its own name here, with a hint", async () => {
    for (const headers of [
      { host: `evil.example:${server.port}`, origin: `http://evil.example:${server.port}` },
      { host: `evil.example:${server.port}` },
      { host: "localhost", origin: "http://evil.example", "sec-fetch-site": "same-origin" }
    ]) {
      const { json, status } = await setup(headers as Record<string, string>)
      expect([status, json.error.code]).toEqual([403, "setup_name_unknown"])
      expect(json.error.message).toMatch(/IP address.*localhost.*PUBLIC_APP_URL/)
      expect(json.error.message).not.toContain("evil")
    }
    expect((await server.get("/api/auth/setup-status")).json.needsSetup).toBe(true)
  })

  it("has one canonical URL: other spellings do not bypass the rejection", async () => {
    for (const target of ["/api/auth/SETUP", "/api/Auth/setup", "/api/auth/setup/", "/api/auth/%73etup"]) {
      const body = { username: "root", password: "correct horse" }
      const headers = { host: `evil.example:${server.port}` }
      expect((await server.request("POST", target, { body, headers })).status, target).toBe(404)
    }
  })

  it("is available to its owner under the configured name", async () => {
    const { json, status } = await setup({ host: "media.example.org", origin: "https://media.example.org" })
    expect(status).toBe(201)
    token = json.data.accessToken
  })
})

describe("a client that offers another protocol", () => {
  const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n"
  it("gets an HTTP response, even with a body, and may then open the live connection", async () => {
    const body = JSON.stringify({ displayName: "Root" })
    const heard = await speak(
      `GET /api/health HTTP/1.1\r\nHost: a\r\n${h2c}\r\n` +
        `PATCH /api/auth/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${h2c}` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        `GET /api/live HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\n` +
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
      /HTTP\/1\.1 101/
    )
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 101"])
    expect(heard).toContain('"displayName":"Root"')
  })

  it("gains no additional access", async () => {
    expect(await speak(`GET /api/videos HTTP/1.1\r\nHost: a\r\n${h2c}\r\n`, /\}/)).toMatch(/^HTTP\/1\.1 401 /)
    const foreign = `Host: a\r\nOrigin: https://evil.example\r\nCookie: media-session=${token}\r\n`
    expect(await speak(`DELETE /api/auth/sessions/x HTTP/1.1\r\n${foreign}${h2c}\r\n`, /\}/)).toMatch(
      /^HTTP\/1\.1 403 /
    )
    const elsewhere = "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    expect(await speak(`GET /api//live HTTP/1.1\r\nHost: a\r\n${elsewhere}`, /\}/)).toMatch(
      /^HTTP\/1\.1 404 /
    )
  })
})

describe("a slow body", () => {
  const head = "Host: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
  it.each([
    ["of a sign-in", `POST /api/auth/login HTTP/1.1\r\n${head}`, "408"],
    ["of a refused change", `PATCH /api/settings HTTP/1.1\r\nOrigin: http://evil.example\r\n${head}`, "403"],
    ["of a wrong type", `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n`, "415"],
    ["of a read", `GET /api/health HTTP/1.1\r\n${head}`, "200|408"],
    [
      "in chunks",
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      "408"
    ]
  ])("%s is cut off", async (_, text, status) => {
    const answer = speak(text)
    const drip = setInterval(() => {
      if (sockets[0]?.writable === true) sockets[0].write(text.includes("chunked") ? "1\r\n \r\n" : " ")
    }, 100)
    const heard = await answer
    clearInterval(drip)
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 (${status}) `))
  })

  it("is accepted if it is slow but complete in time", async () => {
    const body = '{"username":"root","password":"correct horse"}'
    const answer = speak(
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      /\}\}/
    )
    await new Promise((resolve) => setTimeout(resolve, 150))
    sockets[0]!.write(body)
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe("edge cases", () => {
  it("treats an id of any length as unknown", async () => {
    for (const length of [101, 300, 7_000]) {
      const { json, status } = await server.get(`/api/videos/${"a".repeat(length)}`, token)
      expect([length, status, json.error.code]).toEqual([length, 404, "not_found"])
    }
    expect((await server.request("PUT", `/api/videos/${"a".repeat(300)}`, { token })).status).toBe(405)
  })

  it("does not replace a malformed token with the cookie", async () => {
    const cookie = `media-session=${token}`
    const me = async (target: string, headers: Record<string, string> = {}) =>
      (await server.request("GET", target, { headers: { cookie, ...headers } })).status
    expect(await me("/api/auth/me")).toBe(200)
    expect(await me("/api/auth/me", { authorization: "Bearer !bad!" })).toBe(401)
    expect(await me("/api/auth/me", { authorization: "Basic YTpi" })).toBe(200)
    expect(await me(`/api/auth/me?access_token=${token}&access_token=x`)).toBe(401)
    expect(await me(`/api/docs?access_token=${token}&access_token=x`)).toBe(401)
  })

  it("forbids caching of responses for signed-in users", async () => {
    for (const target of ["/api/openapi.json", "/api/docs"])
      expect((await server.get(target, token)).headers["cache-control"]).toBe("private, no-store")
  })
})

describe("the live connection", () => {
  it("ends if no hello arrives", async () => {
    const client = openLive(server.origin, { token })
    await client.opened()
    expect(await client.closed()).toBe(4409)
  })

  it("ends after a flood of pings or of invalid frames", async () => {
    const pinging = openLive(server.origin, { token })
    await pinging.hello()
    for (let n = 0; n < 30; n += 1) pinging.socket.ping()
    expect(await pinging.closed()).toBe(4409)
    const pouring = openLive(server.origin, { token })
    await pouring.hello()
    pouring.socket.send("", { fin: false })
    for (let n = 0; n < 30_000 && pouring.socket.readyState === pouring.socket.OPEN; n += 1)
      pouring.socket.send("", { fin: false })
    // Either the WebSocket library or the byte counter notices first.
    expect([1008, 4409]).toContain(await pouring.closed())
  })

  it("limits an account across its sessions", async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => server.signIn("root", "correct horse")))
    const clients = tokens
      .slice(0, 4)
      .flatMap((one) => Array.from({ length: 8 }, () => openLive(server.origin, { token: one })))
    await Promise.all(clients.map((client) => client.hello()))
    expect(await openLive(server.origin, { token: tokens[4]! }).refused()).toBe(429)
    for (const client of clients) client.close()
  })
})
