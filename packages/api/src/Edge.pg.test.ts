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
/**
 * Sends text over a raw TCP connection. Resolves to the received text when it matches `until` or when the connection is
 * closed.
 */
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

  it("rejects setup through an unknown host name, and explains how to proceed", async () => {
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

  it("responds with 404 to other spellings of the setup URL", async () => {
    for (const target of ["/api/auth/SETUP", "/api/Auth/setup", "/api/auth/setup/", "/api/auth/%73etup"]) {
      const body = { username: "root", password: "correct horse" }
      const headers = { host: `evil.example:${server.port}` }
      expect((await server.request("POST", target, { body, headers })).status, target).toBe(404)
    }
  })

  it("lets the owner set up the server under the configured host name", async () => {
    const { json, status } = await setup({ host: "media.example.org", origin: "https://media.example.org" })
    expect(status).toBe(201)
    token = json.data.accessToken
  })
})

describe("a client that offers a protocol upgrade", () => {
  const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n"
  it("opens a live connection on a socket that offered a protocol upgrade earlier", async () => {
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

  it("applies the usual authentication and origin checks to clients that offer an upgrade", async () => {
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

describe("slow request bodies", () => {
  const head = "Host: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
  it.each([
    ["of a sign-in", `POST /api/auth/login HTTP/1.1\r\n${head}`, "408"],
    ["of a rejected change", `PATCH /api/settings HTTP/1.1\r\nOrigin: http://evil.example\r\n${head}`, "403"],
    ["of the wrong type", `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n`, "415"],
    ["of a GET request", `GET /api/health HTTP/1.1\r\n${head}`, "200|408"],
    [
      "in chunks",
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      "408"
    ]
  ])("cuts off a slow body %s", async (_, text, status) => {
    const answer = speak(text)
    const drip = setInterval(() => {
      if (sockets[0]?.writable === true) sockets[0].write(text.includes("chunked") ? "1\r\n \r\n" : " ")
    }, 100)
    const heard = await answer
    clearInterval(drip)
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 (${status}) `))
  })

  it("accepts a slow body that arrives completely within the time limit", async () => {
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
  it("treats a malformed id of any length like an unknown id", async () => {
    for (const length of [101, 300, 7_000]) {
      const { json, status } = await server.get(`/api/videos/${"a".repeat(length)}`, token)
      expect([length, status, json.error.code]).toEqual([length, 404, "not_found"])
    }
    expect((await server.request("PUT", `/api/videos/${"a".repeat(300)}`, { token })).status).toBe(405)
  })

  it("does not fall back to the session cookie if the bearer token is malformed", async () => {
    const cookie = `media-session=${token}`
    const me = async (target: string, headers: Record<string, string> = {}) =>
      (await server.request("GET", target, { headers: { cookie, ...headers } })).status
    expect(await me("/api/auth/me")).toBe(200)
    expect(await me("/api/auth/me", { authorization: "Bearer !bad!" })).toBe(401)
    expect(await me("/api/auth/me", { authorization: "Basic YTpi" })).toBe(200)
    expect(await me(`/api/auth/me?access_token=${token}&access_token=x`)).toBe(401)
    expect(await me(`/api/docs?access_token=${token}&access_token=x`)).toBe(401)
  })

  it("forbids caching of responses to signed-in users", async () => {
    for (const target of ["/api/openapi.json", "/api/docs"])
      expect((await server.get(target, token)).headers["cache-control"]).toBe("private, no-store")
  })
})

describe("the live connection", () => {
  it("closes a live connection if the client does not send a hello message in time", async () => {
    const client = openLive(server.origin, { token })
    await client.opened()
    expect(await client.closed()).toBe(4409)
  })

  it("closes a live connection after a flood of pings or empty frames", async () => {
    const pinging = openLive(server.origin, { token })
    await pinging.hello()
    for (let n = 0; n < 30; n += 1) pinging.socket.ping()
    expect(await pinging.closed()).toBe(4409)
    const pouring = openLive(server.origin, { token })
    await pouring.hello()
    pouring.socket.send("", { fin: false })
    for (let n = 0; n < 30_000 && pouring.socket.readyState === pouring.socket.OPEN; n += 1)
      pouring.socket.send("", { fin: false })
    // Either the WebSocket library or the byte counter closes the connection, depending on which one detects the flood
    // first.
    expect([1008, 4409]).toContain(await pouring.closed())
  })

  it("limits the live connections of an account across all of its sessions", async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => server.signIn("root", "correct horse")))
    const clients = tokens
      .slice(0, 4)
      .flatMap((one) => Array.from({ length: 8 }, () => openLive(server.origin, { token: one })))
    await Promise.all(clients.map((client) => client.hello()))
    expect(await openLive(server.origin, { token: tokens[4]! }).refused()).toBe(429)
    for (const client of clients) client.close()
  })
})
