import { AdminRequired, AuthenticationRequired } from "@media/kernel/Errors"
import { rootAddress } from "@media/kernel/PublicAddress"
import { call, type CallOptions } from "@media/testkit/HttpCall"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { createServer, type Server } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { defaultLimits } from "./edge/ConnectionLimits.ts"
import { Connections } from "./edge/Connections.ts"
import { makeListener, type Endpoint } from "./Listener.ts"
import { RawFailure, type BodyRule, type RawRoute } from "./RawRoute.ts"
import { makeEntrance } from "./request/Entrance.ts"
import { trustedProxies } from "./request/RequestFacts.ts"
import { makeRouteTable } from "./RouteTable.ts"

const principal = {
  accountId: "1",
  sessionId: "2",
  username: "ada",
  role: "member",
  showNsfw: false,
  mayCreateLibraries: false,
  libraryIds: []
} as const

const read = (request: AsyncIterable<Buffer>) =>
  Effect.promise(async () => {
    let length = 0
    for await (const chunk of request) length += chunk.length
    return length
  })

const route = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body: BodyRule): RawRoute<never> => ({
  method,
  path,
  access: "session",
  body,
  summary: path,
  contentType: "text/plain",
  handle: ({ principal: { username }, params, request, response }) =>
    Effect.map(read(request), (length) => void response.end(JSON.stringify({ username, params, length })))
})

const shared = { method: "GET", body: "none", summary: "", contentType: "text/plain" } as const
const raws: ReadonlyArray<RawRoute<never>> = [
  route("PUT", "/api/files/:id", "stream"),
  route("DELETE", "/api/files/:id", "none"),
  route("POST", "/sync/progress", { maxJsonBytes: 20 }),
  {
    ...shared,
    path: "/feed/public",
    access: "public",
    handle: ({ response }) => Effect.sync(() => void response.end("hello"))
  },
  {
    ...shared,
    path: "/feed/admin",
    access: "administrator",
    handle: ({ response }) => Effect.sync(() => void response.end("secret"))
  },
  {
    ...shared,
    path: "/api/defect",
    access: "session",
    errors: "envelope",
    handle: () => Effect.die("with a secret")
  },
  {
    ...shared,
    path: "/api/gone",
    access: "session",
    handle: () => Effect.fail(new RawFailure({ status: 410, text: "It is gone.", retryAfterSeconds: 3 }))
  }
]

let server: Server
let origin: string
let changes = 0
beforeEach(() => (changes = 0))
beforeAll(async () => {
  const endpoints: ReadonlyArray<Endpoint<never>> = [
    { method: "POST", path: "/api/typed" },
    ...raws.map((raw) => ({ method: raw.method, path: raw.path, raw }))
  ]
  const onRequest = await Effect.runPromise(
    makeListener<never>({
      routes: makeRouteTable(endpoints),
      gate: (access, presented) =>
        presented === undefined
          ? new AuthenticationRequired()
          : access === "administrator" && presented.token !== "admin"
            ? new AdminRequired()
            : Effect.succeed(principal),
      api: (_request, response) => void response.end("typed"),
      maxJsonBytes: 100,
      afterChange: () => (changes += 1),
      site: {
        serve: (pathname, _request, response) => {
          if (pathname !== "/") return false
          response.end("page")
          return true
        }
      },
      proxies: trustedProxies([]),
      connections: new Connections({ ...defaultLimits, bodyMillis: 300 }, () => false),
      address: rootAddress,
      entrance: makeEntrance(rootAddress),
      isEncrypted: false,
      strictTransport: "max-age=1",
      isHostAllowed: () => true,
      areHostsListed: false,
      closed: () => undefined
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )
  server = createServer(onRequest)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const ask = async (method: string, path: string, options: CallOptions = { token: "member" }) => {
  const { headers, json, status, text } = await call(origin, method, path, options)
  return { status, text: text.trim(), json, headers }
}

describe("access to raw routes", () => {
  it("admits all callers, all accounts or only administrators, as the route declares", async () => {
    expect((await ask("GET", "/feed/public", {})).text).toBe("hello")
    expect(await ask("GET", "/feed/admin", {})).toMatchObject({ status: 401, text: "Sign in to use this." })
    expect(await ask("GET", "/feed/admin")).toMatchObject({
      status: 403,
      text: "Only an administrator may do this."
    })
    expect((await ask("GET", "/feed/admin", { token: "admin" })).text).toBe("secret")
    expect((await ask("DELETE", "/api/files/a%20b", {})).status).toBe(401)
    expect((await ask("DELETE", "/api/files/a%20b")).json).toMatchObject({
      username: "ada",
      params: { id: "a b" }
    })
  })

  it("accepts changes with a session cookie only from pages with the server's origin", async () => {
    const cookie = { cookie: "media-session=x", origin: "http://evil.example" }
    for (const [method, path] of [
      ["POST", "/sync/progress"],
      ["DELETE", "/api/files/1"]
    ] as const)
      expect((await ask(method, path, { headers: cookie })).status).toBe(403)
    expect(changes).toBe(0)
    expect((await ask("DELETE", "/api/files/1")).status).toBe(200)
    expect(changes).toBe(1)
  })
})

describe("request bodies", () => {
  it("limits the size of JSON bodies per route, with or without a declared length", async () => {
    const send = (body: unknown, more: CallOptions = {}) =>
      ask("POST", "/sync/progress", { token: "member", body, ...more })
    expect((await send({ page: 1 })).json.length).toBe(10)
    expect((await send({ page: "x".repeat(20) })).status).toBe(413)
    expect((await send({ page: "x".repeat(20) }, { isChunked: true })).status).toBe(413)
    expect((await send("page=1", { headers: { "content-type": "text/plain" } })).status).toBe(415)
  })

  it("accepts a stream of any type and size", async () => {
    const body = Buffer.alloc(1_000_000)
    const headers = { "content-type": "video/mp4" }
    expect((await ask("PUT", "/api/files/1", { token: "member", body, headers })).json.length).toBe(1_000_000)
  })

  it("rejects a body that arrives too slowly, except for streams", async () => {
    const slowly = (method: string, path: string) =>
      new Promise<string>((resolve) => {
        const { port } = server.address() as AddressInfo
        let text = ""
        const socket = connect(port, "127.0.0.1", () => {
          socket.write(
            `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer member\r\nConnection: close\r\n` +
              "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{"
          )
          setTimeout(() => socket.write("}"), 900)
        })
        socket.on("data", (chunk) => (text += chunk.toString()))
        socket.on("error", () => undefined)
        socket.on("close", () => resolve(text))
      })
    const [stream, json] = await Promise.all([
      slowly("PUT", "/api/files/1"),
      slowly("POST", "/sync/progress")
    ])
    expect(stream).toMatch(/^HTTP\/1.1 200/)
    expect(json).toMatch(/^HTTP\/1.1 408/)
  })
})

describe("unknown routes", () => {
  it.each([
    ["GET", "/", 200, "page"],
    ["GET", "/none", 404, undefined],
    ["POST", "/api/typed", 200, "typed"],
    ["GET", "/api/none", 404, undefined],
    ["GET", "/api/TYPED", 404, undefined],
    ["GET", "/api/typed", 405, undefined],
    ["PATCH", "/sync/progress", 405, undefined]
  ] as const)("responds to %s %s with %i", async (method, path, status, text) => {
    const reply = await ask(method, path)
    expect(reply.status).toBe(status)
    if (text === undefined) expect(reply.json.ok).toBe(false)
    else expect(reply.text).toBe(text)
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/)
  })

  it("lists the allowed methods in a 405", async () => {
    expect((await ask("GET", "/api/files/1")).headers["allow"]).toBe("PUT, DELETE")
  })
})

describe("failures of a raw route", () => {
  it("sends a failure as plain text, or as a JSON error if the route declares it", async () => {
    const gone = await ask("GET", "/api/gone")
    expect(gone).toMatchObject({ status: 410, text: "It is gone." })
    expect(gone.headers["retry-after"]).toBe("3")
    const defect = await ask("GET", "/api/defect")
    expect(defect.status).toBe(500)
    expect(defect.json.error.code).toBe("internal")
    expect(defect.text).not.toContain("secret")
    expect((await ask("GET", "/api/defect", {})).json.error.code).toBe("authentication_required")
  })
})
