import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { createServer, type RequestListener, type Server } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { allowedHost } from "./AllowList.ts"
import { makeEgress, MOST_BYTES } from "./LiveEgress.ts"
import type { Resolve } from "./Resolve.ts"

const zeros = Buffer.alloc(MOST_BYTES + 1)
const heard: Array<{ readonly url: string; readonly headers: Record<string, unknown> }> = []
/** Connections of the test servers that are open. */
const open = new Set<Socket>()
let port = 0
let raw = 0

const endless = (write: (chunk: Buffer) => boolean, socket: Socket) => {
  const more = () => {
    while (!socket.destroyed && write(zeros.subarray(0, 65_536))) {
      // `write` returns false when the buffer is full.
    }
  }
  socket.on("drain", more)
  more()
}
const moved =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location, "set-cookie": "a=b" }).end()
const typed =
  (type: string, body: Buffer | string, more = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { "content-type": type, ...more }).end(body)

const paths: Record<string, RequestListener> = {
  "/a.png": typed("image/png; x=y", "picture"),
  "/untyped": (_request, response) => response.writeHead(200).end("bytes"),
  "/page": typed("text/html", "<html>"),
  "/404": (_request, response) => response.writeHead(404).end(),
  "/partial": (_request, response) => response.writeHead(206, { "content-type": "image/png" }).end("p"),
  "/gzip": typed("image/png", gzipSync("picture"), { "content-encoding": "gzip" }),
  "/brotli": typed("image/png", brotliCompressSync("picture"), { "content-encoding": "br" }),
  "/twice": typed("image/png", gzipSync(gzipSync("p")), { "content-encoding": "gzip, gzip" }),
  "/bomb": typed("image/png", gzipSync(Buffer.alloc(200 * 1024 * 1024)), { "content-encoding": "gzip" }),
  "/garbage-gzip": typed("image/png", "no gzip", { "content-encoding": "gzip" }),
  "/huge": typed("image/png", zeros),
  "/full": typed("image/png", zeros.subarray(1)),
  "/endless": (_request, response) => {
    response.writeHead(200, { "content-type": "image/png" })
    endless((chunk) => response.write(chunk), response.socket!)
  },
  "/slow": (_request, response) => {
    response.writeHead(200, { "content-type": "image/png" })
    const drip = setInterval(() => response.write("x"), 50)
    response.on("close", () => clearInterval(drip))
  },
  "/silent": () => {},
  "/short": (_request, response) => {
    response.writeHead(200, { "content-type": "image/png", "content-length": "100" })
    response.write("only this")
    setTimeout(() => response.destroy(), 20)
  },
  "/there": moved("/a.png"),
  "/three": moved("/there", 307),
  "/four": moved("/three", 301),
  "/five": moved("/four", 308),
  "/loop": moved("/loop"),
  "/inside": (request, response) => moved(`http://127.0.0.2:${port}/a.png`)(request, response),
  "/metadata": moved("http://169.254.169.254/latest/meta-data/"),
  "/file": moved("file:///etc/passwd"),
  "/user": (request, response) => moved(`http://user:secret@127.0.0.1:${port}/a.png`)(request, response),
  "/odd": moved("http://2130706433/"),
  "/nowhere": moved("http://[")
}

let server: Server
const rawServer = createTcpServer((socket) => {
  open.add(socket)
  socket.on("error", () => {}).on("close", () => open.delete(socket))
  socket.once("data", (head) => {
    const path = head.toString("latin1").split(" ")[1] ?? ""
    if (path === "/garbage") socket.end("\x00\xff this is no HTTP\r\n\r\n")
    if (path === "/head")
      endless(
        () => socket.write(`X-A: ${"a".repeat(1_000)}\r\n`),
        socket.on("connect", () => {})
      )
    if (path === "/hangs-up") socket.destroy()
    if (path === "/upgrade")
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
    if (path === "/two-lengths")
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 7\r\n\r\nabcdefg")
  })
})
const listening = (one: Server | typeof rawServer) =>
  new Promise<number>((resolve) =>
    one.listen(0, "127.0.0.1", () => resolve((one.address() as AddressInfo).port))
  )

beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push({ url: request.url ?? "", headers: request.headers })
    ;(paths[request.url ?? ""] ?? paths["/404"]!)(request, response)
  })
  server.on("connection", (socket) => {
    open.add(socket)
    socket.on("close", () => open.delete(socket))
  })
  ;[port, raw] = [await listening(server), await listening(rawServer)]
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rawServer.close()
})

const nowhere: Resolve = () => Effect.succeed([])
const fetching = (
  url: string,
  {
    allowed = ["127.0.0.1"],
    resolve = nowhere,
    maxMillis = 5_000
  }: { allowed?: ReadonlyArray<string>; resolve?: Resolve; maxMillis?: number } = {}
) => {
  const list = allowed.map((entry) => allowedHost(entry)!)
  const { fetch } = makeEgress({ allowed: list, resolve, maxMillis })
  return Effect.runPromise(Effect.either(fetch({ url, types: ["image/"] })))
}
const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`
const failure = async (...call: Parameters<typeof fetching>) => {
  const answer = await fetching(...call)
  return Either.isLeft(answer)
    ? answer.left._tag === "FetchFailed"
      ? answer.left.code
      : "refused"
    : "fetched"
}
const content = async (...call: Parameters<typeof fetching>) =>
  Either.getOrThrow(await fetching(...call)).bytes.toString()

describe("successful fetches", () => {
  it.each(["/a.png", "/gzip", "/brotli", "/there", "/three", "/four"])("fetches %s", async (path) => {
    expect(await content(at(path))).toBe("picture")
  })

  it("accepts responses with an image type or no content type at all", async () => {
    expect(Either.getOrThrow(await fetching(at("/a.png"))).type).toBe("image/png")
    expect(Either.getOrThrow(await fetching(at("/untyped"))).type).toBeUndefined()
  })

  it("accepts a body of exactly the maximum size", async () => {
    expect((await content(at("/full"))).length).toBe(MOST_BYTES)
  })

  it("sends no cookies, credentials, referrer or proxy headers", async () => {
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"])
      vi.stubEnv(name, at("/404"))
    heard.length = 0
    expect(await content(at("/three"))).toBe("picture")
    vi.unstubAllEnvs()
    expect(heard.map(({ url }) => url)).toEqual(["/three", "/there", "/a.png"])
    for (const { headers } of heard)
      expect(headers).toEqual({
        accept: "*/*",
        "accept-encoding": "gzip, deflate, br",
        connection: "close",
        host: `127.0.0.1:${port}`,
        "user-agent": expect.stringMatching(/^media-library\/\d/)
      })
  })
})

describe("failed fetches", () => {
  it.each([
    ["an error response", "/404", "status"],
    ["a partial response", "/partial", "status"],
    ["an HTML page", "/page", "type"],
    ["a response above the size limit", "/huge", "too-large"],
    ["an endless response", "/endless", "too-large"],
    ["a decompression bomb", "/bomb", "too-large"],
    ["a response that was compressed twice", "/twice", "broken"],
    ["a response without the declared compression", "/garbage-gzip", "broken"],
    ["a truncated response", "/short", "broken"],
    ["four redirects", "/five", "redirects"],
    ["circular redirects", "/loop", "redirects"],
    ["a redirect to a local address", "/inside", "refused"],
    ["a redirect to a cloud metadata service", "/metadata", "refused"],
    ["a redirect to a file", "/file", "refused"],
    ["a redirect with a password", "/user", "refused"],
    ["a redirect to an IP address in an unusual notation", "/odd", "refused"],
    ["a redirect to an invalid URL", "/nowhere", "refused"]
  ])("does not fetch %s", async (_what, path, code) => {
    expect(await failure(at(path))).toBe(code)
    await expect.poll(() => open.size).toBe(0)
  })

  it.each(["/garbage", "/head", "/hangs-up", "/upgrade", "/two-lengths"])(
    "rejects a response that is not HTTP: %s",
    async (path) => {
      expect(await failure(`http://127.0.0.1:${raw}${path}`)).toBe("unreachable")
      await expect.poll(() => open.size).toBe(0)
    }
  )

  it("reports a closed port as unreachable", async () => {
    expect(await failure("http://127.0.0.1:1/")).toBe("unreachable")
    expect(await failure(at("/a.png").replace("http:", "https:"))).toBe("unreachable")
  })

  it.each(["/slow", "/silent"])(
    "reports a timeout for %s, because the time limit covers every step of a fetch",
    async (path) => {
      expect(await failure(at(path), { maxMillis: 300 })).toBe("timeout")
      await expect.poll(() => open.size).toBe(0)
    }
  )

  it("fails if a name cannot be resolved in time", async () => {
    expect(await failure("http://example.org/", { resolve: () => Effect.never, maxMillis: 200 })).toBe(
      "timeout"
    )
    expect(await failure("http://example.org/", { resolve: () => Effect.fail({ _tag: "Unresolved" }) })).toBe(
      "unreachable"
    )
  })
})

describe("address checks", () => {
  const to =
    (...addresses: ReadonlyArray<string>): Resolve =>
    () =>
      Effect.succeed(addresses)

  it("does not connect to this machine or the local network, even if a public name resolves to it", async () => {
    heard.length = 0
    expect(await failure(at("/a.png"), { allowed: [] })).toBe("refused")
    expect(await failure("http://example.org/", { resolve: to("127.0.0.1") })).toBe("refused")
    expect(await failure("http://example.org/", { resolve: to("1.1.1.1", "10.0.0.1") })).toBe("refused")
    expect(await failure("http://example.org/", { resolve: to("::ffff:1.1.1.1") })).toBe("refused")
    expect(await failure("http://example.org/", { resolve: to() })).toBe("refused")
    expect(await failure("http://example.org:8080/", { resolve: to("1.1.1.1") })).toBe("refused")
    expect(heard).toEqual([])
  })

  it("does not connect to a listed host if its name resolves to a link-local or unusable address", async () => {
    const allowed = ["nas.local"]
    expect(await content(at("/a.png", "nas.local"), { allowed, resolve: to("127.0.0.1") })).toBe("picture")
    for (const address of ["169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1", "::ffff:127.0.0.1"])
      expect(await failure(at("/a.png", "nas.local"), { allowed, resolve: to(address) })).toBe("refused")
    expect(await failure(at("/a.png", "other.local"), { allowed, resolve: to("127.0.0.1") })).toBe("refused")
    expect(await failure(at("/a.png"), { allowed: [`127.0.0.1:${port + 1}`] })).toBe("refused")
  })

  it("resolves a name once, so that a second DNS response cannot redirect the connection", async () => {
    const asked: Array<string> = []
    // The host is listed, so its first address is allowed. Like an attacker's DNS server, `resolve` returns a different
    // address on the second call.
    const resolve: Resolve = (name) => Effect.sync(() => [asked.push(name) === 1 ? "127.0.0.1" : "127.0.0.3"])
    heard.length = 0
    expect(
      await content(at("/a.png", "rebinding.example"), { allowed: ["rebinding.example"], resolve })
    ).toBe("picture")
    expect(asked).toEqual(["rebinding.example"])
    // The request reached the test server, so Node did not look up the name again: that lookup would have failed,
    // because the name does not exist.
    expect(heard[0]?.headers["host"]).toBe(`rebinding.example:${port}`)
  })

  it("does not follow a redirect to a forbidden target", async () => {
    const resolve: Resolve = (name) => Effect.succeed([name === "first.example" ? "127.0.0.1" : "10.0.0.1"])
    paths["/other"] = moved(`http://second.example:${port}/a.png`)
    expect(await failure(at("/other", "first.example"), { allowed: ["first.example"], resolve })).toBe(
      "refused"
    )
  })
})
