import { connect } from "node:net"

export interface RangeLoad {
  readonly port: number
  readonly target: string
  /** Additional request headers. Each ends with CR LF. */
  readonly headers: string
  readonly connections: number
  readonly rangeBytes: number
  readonly fileBytes: number
  readonly millis: number
}

const headEnd = Buffer.from("\r\n\r\n")

/**
 * Requests ranges at random offsets over one connection. Waits for each response to arrive completely before sending
 * the next request.
 */
const client = (load: RangeLoad, count: (bytes: number) => void, isOver: () => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    let left = 0
    let head = Buffer.alloc(0)
    let isInBody = false
    const fail = (reason: string) => {
      socket.destroy()
      reject(new Error(reason))
    }
    const ask = () => {
      const start = Math.floor(Math.random() * (load.fileBytes - load.rangeBytes))
      head = Buffer.alloc(0)
      isInBody = false
      socket.write(
        `GET ${load.target} HTTP/1.1\r\nHost: localhost\r\n${load.headers}` +
          `Range: bytes=${start}-${start + load.rangeBytes - 1}\r\n\r\n`
      )
    }
    const take = (bytes: number) => {
      left -= bytes
      count(bytes)
      if (left > 0) return
      if (left < 0) return fail("more bytes than asked for")
      if (!isOver()) return ask()
      socket.end()
      resolve()
    }
    const onData = (chunk: Buffer) => {
      if (isInBody) return take(chunk.length)
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end < 0) return
      const text = head.toString("latin1", 0, end)
      if (!text.startsWith("HTTP/1.1 206")) return fail(text.slice(0, 200))
      isInBody = true
      left = load.rangeBytes
      const body = head.length - end - 4
      if (body > 0) take(body)
    }
    // The connection uses a single buffer, so that allocations do not affect the measurement.
    const buffer = Buffer.allocUnsafe(256 * 1024)
    const socket = connect({
      port: load.port,
      host: "127.0.0.1",
      onread: {
        buffer,
        callback: (size) => {
          onData(buffer.subarray(0, size))
          return true
        }
      }
    })
    socket.once("error", reject)
    socket.once("connect", ask)
    socket.once("close", () => resolve())
  })

/** Keeps all connections busy for the duration of the load, and returns the measured rates. */
export const fetchRanges = async (load: RangeLoad) => {
  let bytes = 0
  const from = performance.now()
  const isOver = () => performance.now() - from > load.millis
  const clients = Array.from({ length: load.connections }, () =>
    client(load, (more) => (bytes += more), isOver)
  )
  await Promise.all(clients)
  return { bytes, seconds: (performance.now() - from) / 1_000 }
}
