import { connect, createServer, type NetConnectOpts, type Socket } from "node:net"
import { join } from "node:path"

const addressOf = (url: URL): NetConnectOpts => {
  const host = url.searchParams.get("host") ?? url.hostname
  const port = Number(url.searchParams.get("port") ?? (url.port === "" ? 5432 : url.port))
  return host.startsWith("/") ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
}

/**
 * Opens a TCP port that forwards to a database until the link is cut. Cutting the link breaks its connections and
 * refuses new connections.
 */
export const startLink = async (databaseUrl: string) => {
  const target = new URL(databaseUrl)
  const destination = addressOf(target)
  const open = new Set<Socket>()
  let isFrozen = false
  const freezeOne = (...sockets: ReadonlyArray<Socket>): void => {
    for (const socket of sockets) {
      socket.unpipe()
      socket.pause()
    }
  }
  const server = createServer((near) => {
    const far = connect(destination)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on("close", () => open.delete(socket))
      socket.on("error", () => undefined)
    }
    near.pipe(far)
    far.pipe(near)
    if (isFrozen) freezeOne(near, far)
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()))
  await listen(0)
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const url = new URL(databaseUrl)
  url.search = ""
  url.hostname = "127.0.0.1"
  url.port = String(port)
  return {
    url: url.href,
    cut: (): void => {
      server.close()
      for (const socket of open) socket.destroy()
    },
    restore: () => listen(port),
    /** Freezes the link. Connections are accepted but no bytes pass, as with a stopped server. */
    freeze: (): void => {
      isFrozen = true
      freezeOne(...open)
    }
  }
}
