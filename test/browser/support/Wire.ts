import { connect, createServer, type Socket } from "node:net"

/**
 * Starts a TCP proxy to the product that can be cut and restored. While the proxy is cut, it refuses connections and
 * drops all data, like a lost network.
 */
export const layWire = async (port: number) => {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(port, "127.0.0.1")
    for (const [one, other] of [
      [near, far],
      [far, near]
    ] as const) {
      open.add(one)
      one.on("error", () => undefined)
      one.on("close", () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const drop = (): void => open.forEach((socket) => void socket.destroy())
  return {
    origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    cut: (): void => {
      isCut = true
      drop()
    },
    mend: (): void => void (isCut = false),
    end: (): void => {
      server.close()
      drop()
    }
  }
}
