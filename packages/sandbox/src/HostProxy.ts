import { Tunnel } from "@media/egress/Tunnel"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { ReachOf } from "./DeclaredHosts.ts"

/** Maximum number of concurrent connections. */
const MOST_CONNECTIONS = 16
/** Maximum number of bytes per run, in both directions together. */
const MOST_BYTES = 256 * 1024 ** 2
const MOST_HEAD_BYTES = 16 * 1024
/** Matches hop-by-hop headers of the connection to the proxy, which are not forwarded. */
const HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** Matches `name:port` or `[v6]:port`. */
const authority = /^(?:\[([0-9a-fA-F:.]+)\]|([^:]+)):(\d{1,5})$/

/**
 * Starts a proxy on a Unix socket for one run. The proxy is the only connection out of the sandbox. It connects only to
 * declared hosts, according to the rules of `Tunnel`. When the scope closes, it closes every connection. All refusals
 * are identical, so that a program learns nothing about the network.
 */
export const hostProxy = (path: string, reachOf: ReachOf) =>
  Effect.gen(function* () {
    const tunnel = yield* Tunnel
    const run = yield* FiberSet.makeRuntime<never>()
    let open = 0
    let bytes = 0

    /** Counts the bytes of a socket, and closes the socket when the run has used up its limit. */
    const counted = (socket: Socket): Socket =>
      socket.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MOST_BYTES) socket.destroy()
      })

    /** Opens a connection and passes it to `use`. The effect ends when one side closes the connection. */
    const connected = (
      client: Duplex,
      { host, port }: { readonly host: string; readonly port: number },
      use: (outer: Socket) => void,
      refuse: () => void
    ) =>
      run(
        Effect.gen(function* () {
          const reach = reachOf(host, port)
          if (open >= MOST_CONNECTIONS || bytes > MOST_BYTES || reach === undefined) return refuse()
          open += 1
          yield* Effect.addFinalizer(() => Effect.sync(() => (open -= 1)))
          const outer = yield* tunnel.open(host, port, reach)
          yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))
          use(counted(outer))
          yield* Effect.async<void>((resume) => {
            for (const side of [client, outer]) side.once("close", () => resume(Effect.void))
            if (client.destroyed || outer.destroyed) resume(Effect.void)
          })
        }).pipe(
          Effect.scoped,
          Effect.catchAll(() => Effect.sync(refuse))
        )
      )

    const onConnect = (request: IncomingMessage, client: Duplex, head: Buffer) => {
      client.on("error", () => client.destroy())
      const refuse = () => client.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
      const [, v6, name, port] = authority.exec(request.url ?? "") ?? []
      const host = (v6 ?? name)?.toLowerCase()
      if (host === undefined) return refuse()
      connected(
        client,
        { host, port: Number(port) },
        (outer) => {
          client.write("HTTP/1.1 200 Connection established\r\n\r\n")
          if (head.length > 0) outer.write(head)
          client.on("data", (chunk: Buffer) => (bytes += chunk.length))
          outer.on("error", () => client.destroy()).pipe(client)
          client.pipe(outer)
        },
        refuse
      )
    }

    /** Forwards a plain request (`GET http://host/path`) with its body, and returns the raw response. */
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      const refuse = () => void response.writeHead(403, { "content-length": 0, connection: "close" }).end()
      const url =
        /^http:\/\//i.test(request.url ?? "") && URL.canParse(request.url!) ? new URL(request.url!) : null
      const client = request.socket
      if (url === null || url.username !== "" || request.headers["upgrade"] !== undefined) return refuse()
      const target = { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || 80) }
      connected(
        client,
        target,
        (outer) => {
          // The raw response goes directly to the client, so the connection serves only this request.
          response.detachSocket(client)
          outer.on("error", () => client.destroy()).pipe(client)
          const length = request.headers["content-length"]
          const isChunked = request.headers["transfer-encoding"] !== undefined
          const headers = Object.entries(request.headers)
            .filter(([name]) => !HOP.test(name) && name !== "host" && name !== "content-length")
            .flatMap(([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}\r\n`))
          if (isChunked && length === undefined) return outer.destroy()
          outer.write(
            `${request.method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${headers.join("")}` +
              `${length === undefined ? "" : `content-length: ${length}\r\n`}connection: close\r\n\r\n`
          )
          request.on("data", (chunk: Buffer) => {
            bytes += chunk.length
            outer.write(chunk)
          })
        },
        refuse
      )
    }

    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer({ maxHeaderSize: MOST_HEAD_BYTES }, onRequest).on("connect", onConnect)),
      closed
    )
    server.maxConnections = MOST_CONNECTIONS * 2
    yield* Effect.async<void>((resume) => {
      server.once("error", (error) => resume(Effect.die(error)))
      server.listen(path, () => resume(Effect.void))
    })
  })

/** Closes the server without waiting for open connections, which end with their fibers. */
const closed = (server: Server): Effect.Effect<void> =>
  Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })
