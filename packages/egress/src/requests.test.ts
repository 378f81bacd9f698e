import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { allowedHost } from "./AllowList.ts"
import { CookieJar } from "./CookieJar.ts"
import type { FetchRequest } from "./Egress.ts"
import { makeEgress } from "./LiveEgress.ts"
import { makePace } from "./Pace.ts"

interface Heard {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: IncomingMessage["headers"]
}
const heard: Array<Heard> = []
const folder = mkdtempSync(join(tmpdir(), "egress-"))
let port = 0

const to =
  (location: () => string, status = 302): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, {
        location: location(),
        "set-cookie": ["step=1; Path=/", "evil=1; Domain=other.example"]
      })
      .end()
const paths: Record<string, RequestListener> = {
  "/json": (_request, response) =>
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end("{}"),
  "/busy": (_request, response) =>
    response.writeHead(429, { "content-type": "text/plain", "retry-after": "7" }).end("slow down"),
  "/same": to(() => "/json", 307),
  "/see": to(() => "/json", 303),
  "/away": to(() => `http://b.example:${port}/json`),
  "/away307": to(() => `http://b.example:${port}/json`, 307),
  "/six": to(() => "/six"),
  "/cut": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write("{")
    setTimeout(() => response.destroy(), 20)
  },
  "/coded": (_request, response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "zip" }).end("{}"),
  "/long": (_request, response) =>
    response.writeHead(200, { "content-type": "application/json", "content-length": "9999999999" }).write("{")
}
const server = createServer((request, response) => {
  let body = ""
  request.on("data", (chunk: Buffer) => (body += chunk.toString()))
  request.on("end", () => {
    heard.push({ method: request.method!, url: request.url!, body, headers: request.headers })
    paths[request.url!]!(request, response)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => void (heard.length = 0))

const egress = makeEgress({
  allowed: [allowedHost("a.example")!, allowedHost("b.example")!],
  resolve: () => Effect.succeed(["127.0.0.1"]),
  pace: makePace(1)
})
const at = (path: string) => `http://a.example:${port}${path}`
const fetched = (path: string, request: Partial<FetchRequest> = {}) =>
  Effect.runPromise(Effect.either(egress.fetch({ url: at(path), types: ["application/json"], ...request })))
const post = {
  method: "POST",
  body: '{"q":"ü"}',
  headers: { "Content-Type": "application/json", ApiKey: "k" }
} as const

describe("requests", () => {
  it("sends the given method, headers and body", async () => {
    const headers = {
      ...post.headers,
      Host: "evil.example",
      Connection: "close, x",
      "Accept-Encoding": "*",
      "Bad\nName": "x",
      Odd: "a\r\nb: c"
    }
    expect(Either.getOrThrow(await fetched("/json", { ...post, headers }))).toMatchObject({
      status: 200,
      type: "application/json",
      contentType: "application/json; charset=utf-8",
      url: at("/json")
    })
    expect(heard[0]).toMatchObject({ method: "POST", body: post.body })
    expect(heard[0]!.headers).toMatchObject({
      apikey: "k",
      host: `a.example:${port}`,
      "accept-encoding": "gzip, deflate, br",
      "user-agent": expect.stringContaining("media-library/")
    })
    expect(heard[0]!.headers).not.toHaveProperty("odd")
  })

  it("returns a response with an error status if the caller accepts this status", async () => {
    const answer = Either.getOrThrow(await fetched("/busy", { statuses: [429] }))
    expect(answer).toMatchObject({ status: 429, retryAfterSeconds: 7 })
    expect(answer.bytes.toString()).toBe("slow down")
    expect(await fetched("/busy")).toMatchObject({ left: { code: "status" } })
  })

  it("does not resend the body after a redirect to another host", async () => {
    await fetched("/same", post)
    await fetched("/see", post)
    expect(heard.map(({ body, method }) => [method, body])).toEqual([
      ["POST", post.body],
      ["POST", post.body],
      ["POST", post.body],
      ["GET", ""]
    ])
    expect(await fetched("/away307", post)).toMatchObject({ left: { _tag: "AddressRefused" } })
  })

  it("does not send credentials and cookies to the target of a redirect to another host", async () => {
    const cookies = new CookieJar()
    cookies.set(new URL(at("/")), { name: "age", value: "18" })
    await fetched("/away", {
      headers: { Authorization: "secret", Cookie: "own=1", Accept: "text/x" },
      cookies
    })
    const [first, second] = heard
    expect(first!.headers).toMatchObject({ authorization: "secret", cookie: "age=18" })
    expect(second!.headers).not.toHaveProperty("authorization")
    expect(second!.headers).not.toHaveProperty("cookie")
    expect(second!.headers.accept).toBe("text/x")
    expect(cookies.header(new URL(at("/x")))).toBe("age=18; step=1")
    expect(cookies.header(new URL("http://other.example/"))).toBeUndefined()
  })

  it("follows at most five redirects", async () => {
    expect(await fetched("/six", { redirects: 50 })).toMatchObject({
      left: { reason: "The website redirects more than 5 times." }
    })
    expect(heard).toHaveLength(6)
  })

  it("completes paced requests to the same host one after another, even if one of them is redirected", async () => {
    const answers = await Promise.all(
      ["/json", "/same", "/json"].map((path) => fetched(path, { isPaced: true }))
    )
    expect(answers.every(Either.isRight)).toBe(true)
    expect(heard).toHaveLength(4)
  })
})

describe("downloads", () => {
  it("keeps no file of an incomplete download", async () => {
    const path = join(folder, "a.json")
    const download = (from: string) =>
      Effect.runPromise(Effect.either(egress.download({ url: at(from), types: ["application/json"] }, path)))
    expect(await download("/cut")).toMatchObject({ left: { code: "broken" } })
    expect(existsSync(path)).toBe(false)
    expect(await download("/json")).toMatchObject({ right: { status: 200 } })
    expect(readFileSync(path, "utf8")).toBe("{}")
  })

  it.skipIf(process.platform !== "linux")("closes the file when it rejects the body", async () => {
    const path = join(folder, "refused.json")
    const download = (from: string) =>
      Effect.runPromise(Effect.flip(egress.download({ url: at(from), types: ["application/json"] }, path)))
    expect(await download("/coded")).toMatchObject({ code: "broken" })
    expect(await download("/long")).toMatchObject({ code: "too-large" })
    expect(existsSync(path)).toBe(false)
    expect(openPaths().filter((open) => open.startsWith(path))).toEqual([])
  })
})

/** Returns the paths of the files that this process has open. For a deleted file, the path ends in " (deleted)". */
const openPaths = (): ReadonlyArray<string> =>
  readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)]
    } catch {
      return []
    }
  })

describe("the request rate for a host", () => {
  it("pauses longer between requests to a host if the host asks for it", async () => {
    const turns = Effect.gen(function* () {
      const { enter } = makePace(500)
      const times: Array<number> = []
      const start = yield* TestClock.currentTimeMillis
      const one = (status: number, seconds?: number) =>
        Effect.gen(function* () {
          const lease = yield* enter("a.example")
          times.push((yield* TestClock.currentTimeMillis) - start)
          yield* lease.report(status, seconds)
          yield* lease.leave
          yield* lease.leave
        }).pipe(Effect.scoped)
      const all = yield* Effect.fork(
        Effect.all([one(200), one(429), one(503), one(429, 20), one(200), one(200)], {
          concurrency: "unbounded"
        })
      )
      const other = yield* Effect.fork(Effect.scoped(enter("b.example")))
      yield* Fiber.join(other)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(all)
      return times
    })
    expect(await Effect.runPromise(Effect.provide(turns, TestContext.TestContext))).toEqual([
      0, 500, 1_500, 3_500, 23_500, 24_000
    ])
  })
})

describe("cookie jars", () => {
  const jar = (...headers: ReadonlyArray<string>) => {
    const cookies = new CookieJar()
    cookies.take(new URL("https://www.harbor.example/boats/1"), headers)
    return cookies
  }
  it.each([
    ["a=1", "https://www.harbor.example/boats/2", "a=1"],
    ["a=1", "https://www.harbor.example/crew", undefined],
    ["a=1; Path=/", "https://www.harbor.example/crew", "a=1"],
    ["a=1; Path=/", "https://harbor.example/", undefined],
    ["a=1; Path=/; Domain=.harbor.example", "https://api.harbor.example/", "a=1"],
    ["a=1; Path=/; Domain=example", "https://www.harbor.example/", undefined],
    ["a=1; Path=/; Domain=arbor.example", "https://www.harbor.example/", undefined],
    ["a=1; Path=/; Secure", "http://www.harbor.example/", undefined],
    ["a=1; Path=/; Max-Age=0", "https://www.harbor.example/", undefined],
    ["nothing", "https://www.harbor.example/", undefined]
  ])("decides whether to send the cookie %s to %s", (header, url, sent) =>
    expect(jar(header).header(new URL(url))).toBe(sent)
  )

  it("replaces a cookie that is set again", () => {
    expect(jar("a=1", "a=2").header(new URL("https://www.harbor.example/boats/"))).toBe("a=2")
    const expired = "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
    expect(jar("a=1", expired).header(new URL("https://www.harbor.example/boats/"))).toBeUndefined()
  })
})
