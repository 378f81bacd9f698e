import { createServer, request as ask, type IncomingMessage } from "node:http"
import { connect, type AddressInfo } from "node:net"

/**
 * A proxy for one path of a host whose other paths belong to other programs. Users configure such proxies in nginx or
 * Caddy.
 */
export interface SharedHost {
  readonly origin: string
  /** True if the proxy removes the path before it forwards a request. */
  takesPathAway: boolean
  /** Requests outside of the path. */
  readonly strays: Array<string>
  readonly stop: () => void
}

/** Starts a proxy that forwards `path` and all paths below it to the port, including sockets. */
export const startSharedHost = async (path: string, port: () => number): Promise<SharedHost> => {
  const server = createServer()
  const host = { takesPathAway: false, strays: [] as Array<string> }
  const targetOf = ({ url = "" }: IncomingMessage): string | undefined => {
    if (url !== path && !url.startsWith(`${path}/`)) {
      host.strays.push(url)
      return undefined
    }
    return host.takesPathAway ? url.slice(path.length) || "/" : url
  }
  server.on("request", (request, response) => {
    const target = targetOf(request)
    if (target === undefined) return void response.writeHead(404).end("another program")
    const { headers, method } = request
    const passed = ask({ host: "127.0.0.1", port: port(), path: target, headers, method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on("error", () => response.destroy())
    response.on("close", () => passed.destroy())
    request.pipe(passed)
  })
  server.on("upgrade", (request, socket) => {
    const target = targetOf(request)
    if (target === undefined) return void socket.destroy()
    const passed = connect(port(), "127.0.0.1")
    const head = request.rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`))
    passed.write(`GET ${target} HTTP/1.1\r\n${head.join("")}\r\n`)
    passed.pipe(socket).pipe(passed)
    for (const end of [passed, socket]) end.on("error", () => passed.destroy() && socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(host, { origin, stop })
}
