import { connect, createServer, type Socket } from "node:net"

/** Starts a TCP proxy to a Unix socket. The proxy can become silent: its connections stay open, but no data passes. */
export const silentProxy = (socketFile: string) =>
  new Promise<{
    readonly port: number
    /** Makes all current connections silent permanently, and returns their number. New connections work. */
    readonly blackHole: () => number
    readonly close: () => void
  }>((resolve) => {
    const pairs = new Set<readonly [Socket, Socket]>()
    const server = createServer((client) => {
      const upstream = connect(socketFile)
      const pair = [client, upstream] as const
      pairs.add(pair)
      client.pipe(upstream)
      upstream.pipe(client)
      const end = () => {
        pairs.delete(pair)
        client.destroy()
        upstream.destroy()
      }
      for (const socket of pair) socket.on("error", end).on("close", end)
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve({
        port: typeof address === "object" && address !== null ? address.port : 0,
        blackHole: () => {
          for (const [client, upstream] of pairs) {
            client.unpipe(upstream)
            upstream.unpipe(client)
            client.resume()
            upstream.resume()
          }
          return pairs.size
        },
        close: () => {
          server.close()
          for (const [client, upstream] of pairs) {
            client.destroy()
            upstream.destroy()
          }
        }
      })
    })
  })
