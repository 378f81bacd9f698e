import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import type { Reply } from "@media/testkit/HttpCall"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const envelope = (reply: Reply) => {
  expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/)
  const { fields, ...error } = reply.json.error
  expect(reply.json.ok).toBe(false)
  expect(error, reply.text).toEqual({ code: expect.any(String), message: expect.any(String) })
  for (const field of fields ?? []) {
    expect(field).toEqual({ path: expect.any(String), message: expect.stringMatching(/^[A-Z].*[.!?]$/) })
  }
  return [reply.status, reply.json.error.code, reply.json.error.message]
}
const patch = (target: string, body: unknown, headers = {}) =>
  server.request("PATCH", target, { token, body, headers })

describe("bodies", () => {
  it.each([
    ["broken JSON", "{"],
    ["a bare word", "yes"],
    ["truncated JSON", '{"displayName":"a'],
    ["text that is not UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])]
  ])("rejects %s with 400", async (_, body) => {
    expect(envelope(await patch("/api/auth/me", body))[0]).toBe(400)
  })

  it.each([
    ["an array", []],
    ["a number", 4],
    ["plain text", "text".repeat(3)],
    ["null", null],
    ["an unknown field", { shoeSize: 1 }],
    ["a wrong type", { displayName: 4 }],
    ["a prototype", '{"__proto__":{"role":"administrator"}}'],
    ["an account's rights", { role: "administrator" }],
    ["NUL", { displayName: "a\0b" }],
    ["half a surrogate pair", '{"displayName":"\\ud800"}']
  ])("rejects %s with 400 where an object is required", async (_, body) => {
    const reply = await patch("/api/auth/me", typeof body === "string" ? body : JSON.stringify(body))
    expect(envelope(reply).slice(0, 2)).toEqual([400, "validation"])
  })

  it("names the invalid field and the allowed range in the error message", async () => {
    const message = async (body: unknown) => envelope(await patch("/api/settings", body))[2]
    expect(await message({ background_worker_concurrency: 17 })).toMatch(
      /background_worker_concurrency.*from 1 to 16/
    )
    expect(await message({ background_worker_concurrency: 0 })).toMatch(/1 to 16/)
    expect(await message({ trickplay_interval_seconds: 301 })).toMatch(/trickplay_interval_seconds.*1 to 300/)
    expect(await message({ trickplay_quality: 1.5 })).toMatch(/trickplay_quality.*1 to 5/)
    expect(await message({ colour: "red" })).toMatch(/colour/)
    expect(await message({ default_playback_mode: "magic" })).toMatch(/default_playback_mode/)
  })

  it("rejects a deeply nested body without a stack overflow", async () => {
    for (const body of [
      "[".repeat(200_000),
      "[".repeat(200_000) + "]".repeat(200_000),
      '{"a":'.repeat(100_000)
    ])
      expect(envelope(await patch("/api/auth/me", body))[0]).toBe(400)
    const nested = `{"displayName":${"[".repeat(100_000)}${"]".repeat(100_000)}}`
    expect(envelope(await patch("/api/auth/me", nested))[0]).toBe(400)
  })

  it("rejects an oversized body with 413, both with a Content-Length and with chunked encoding", async () => {
    const body = JSON.stringify({ displayName: "x".repeat(1_100_000) })
    expect(envelope(await patch("/api/auth/me", body)).slice(0, 2)).toEqual([413, "payload_too_large"])
    const chunked = await server.request("PATCH", "/api/auth/me", { token, body, isChunked: true })
    expect(envelope(chunked).slice(0, 2)).toEqual([413, "payload_too_large"])
  })

  it("rejects a body whose content type is not JSON with 415", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x"
    ]) {
      const reply = await patch("/api/auth/me", '{"displayName":"x"}', { "content-type": type })
      expect(envelope(reply).slice(0, 2)).toEqual([415, "unsupported_media_type"])
    }
    const withCharset = { "content-type": "Application/JSON; charset=utf-8" }
    expect((await patch("/api/auth/me", '{"displayName":"x"}', withCharset)).status).toBe(200)
  })
})

describe("URLs", () => {
  it.each([
    ["/api/nothing", 404],
    ["/api", 404],
    ["/api/videos/", 404],
    ["/API/videos", 404],
    ["//api/videos", 404],
    ["/api//videos", 404],
    ["/%61pi/videos", 404],
    ["/api/%2e%2e/videos", 404],
    ["/api/./videos", 404],
    ["/api/videos;a=1", 400],
    ["/api\\videos", 400],
    ["/api/videos%00", 404],
    ["/api/videos/%zz", 404],
    [`/api/${"a".repeat(9_000)}`, 400]
  ])("responds to %s with %i", async (target, status) => {
    const reply = await server.get(target, token)
    expect(envelope(reply)[0]).toBe(status)
  })

  it("rejects requests for an absolute URL or an asterisk", async () => {
    for (const target of [`http://127.0.0.1:${server.port}/api/videos`, "*"])
      expect((await server.request("GET", target, { token })).status).toBe(400)
  })

  it.each([
    "page=0",
    "page=x",
    "page=99999999999",
    "perPage=501",
    "perPage=-1",
    "sort=;drop",
    "libraryId=1",
    "status=maybe",
    `q=${"a".repeat(10_241)}`,
    "q=%00"
  ])("rejects the list query ?%s", async (query) => {
    expect(envelope(await server.get(`/api/videos?${query}`, token)).slice(0, 2)).toEqual([400, "validation"])
  })

  it.each(["q=%25", "q=_", "q=%5C", "q='", "q=%F0%9F%8E%AC", "page=1000000&perPage=500", "q=%ff", "x=1"])(
    "accepts the list query ?%s",
    async (query) => {
      const { json, status } = await server.get(`/api/videos?${query}`, token)
      expect([status, json.data.items]).toEqual([200, []])
    }
  )

  it("rejects a repeated query parameter", async () => {
    expect((await server.get("/api/videos?page=1&page=2", token)).status).toBe(400)
    expect((await server.get("/api/jobs?q=a&q=b", token)).status).toBe(400)
  })
})

describe("changes authenticated by a cookie", () => {
  const change = (headers: Record<string, string>, asBearer = false) =>
    server.request("PATCH", "/api/auth/me", {
      body: { displayName: "Root" },
      headers: asBearer
        ? { ...headers, authorization: `Bearer ${token}` }
        : { cookie: `media-session=${token}`, ...headers }
    })

  it("accepts changes only from pages with the server's origin", async () => {
    const host = `127.0.0.1:${server.port}`
    expect((await change({})).status).toBe(200)
    expect((await change({ origin: `http://${host}` })).status).toBe(200)
    expect((await change({ "sec-fetch-site": "same-origin" })).status).toBe(200)
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `http://${host}.evil.example` },
      { origin: `http://127.0.0.1:${server.port + 1}` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", origin: `http://${host}` }
    ]) {
      expect(envelope(await change(headers as Record<string, string>)).slice(0, 2)).toEqual([
        403,
        "forbidden"
      ])
      expect((await change(headers as Record<string, string>, true)).status).toBe(200)
    }
  })

  it("rejects sign-in and setup from a page with another origin", async () => {
    for (const target of ["/api/auth/login", "/api/auth/setup"]) {
      const body = { username: "root", password: "correct horse" }
      const reply = await server.request("POST", target, {
        body,
        headers: { origin: "https://evil.example" }
      })
      expect(reply.status).toBe(403)
    }
  })
})

it("sends the security headers with every kind of response", async () => {
  const targets = [
    "/",
    "/videos",
    "/assets/app-1234.js",
    "/nothing.js",
    "/api/videos",
    "/api/nothing",
    "/api//",
    "/api/docs",
    "/api/changelog",
    `/api/video-stream/${"0".repeat(8)}-0000-7000-8000-000000000001/source`
  ]
  for (const target of targets) {
    for (const reply of [await server.get(target), await server.get(target, token)]) {
      expect(reply.headers, target).toMatchObject({
        "x-request-id": expect.stringMatching(/^[0-9a-f]{16}$/),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin"
      })
      expect(reply.headers["cache-control"] ?? "", target).not.toBe("")
      if (target !== "/assets/app-1234.js" && reply.status === 200)
        expect(reply.headers["content-security-policy"], target).toMatch(/default-src/)
    }
  }
})

it("replaces access tokens in logged URLs", async () => {
  await server.get(`/api/videos?access_token=${token}&page=1`)
  await server.get(`/api/nothing?x=1&ACCESS_TOKEN=${token}`)
  await eventually(() => server.logs.some((line) => line.includes("access_token=…")))
  await eventually(() => server.logs.some((line) => line.includes("ACCESS_TOKEN=…")))
  expect(server.logs.filter((line) => line.includes(token))).toEqual([])
})

describe("raw connections", () => {
  const speak = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(server.port, "127.0.0.1", () => socket.write(text))
      let heard = ""
      socket.on("data", (chunk) => (heard += String(chunk)))
      socket.on("error", () => undefined)
      socket.on("close", () => resolve(heard))
      setTimeout(() => socket.destroy(), 1_000)
    })

  it.each([
    ["nonsense", "hello\r\n\r\n"],
    [
      "two Content-Length headers",
      "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"
    ],
    [
      "a Content-Length with chunked encoding",
      "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ],
    ["a negative Content-Length", "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"]
  ])("rejects %s as a bad request", async (_, text) => {
    expect(await speak(text)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it("keeps working after a client disconnects in the middle of a request body", async () => {
    const socket = connect(server.port, "127.0.0.1")
    socket.write(
      `PATCH /api/auth/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"disp`
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    expect((await server.get("/api/auth/me", token)).json.data.displayName).toBe("Root")
  })
})
