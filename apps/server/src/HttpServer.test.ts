import { discardRest } from "@media/http/request/DiscardRest"
import { sendError } from "@media/http/response/SendError"
import { administrator } from "@media/testkit/Library"
import { Readable } from "node:stream"
import { afterEach, describe, expect, it } from "vitest"
import { get, start, stop, talk, websocket } from "./Talk.fixture.ts"

afterEach(stop)

describe("closing connections of unresponsive clients and unsupported protocols", () => {
  it.each([
    ["that is silent", "", "408"],
    ["whose request head never ends", "GET / HTTP/1.1\r\nHost: a\r\n", "408"],
    ["that is silent after a response", get(), "200"],
    ["whose upgrade is rejected", get("/live", websocket), "401"],
    ["that speaks TLS", "\u0016\u0003\u0001\u0002\u0000\u0001", "400"],
    ["that speaks HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"],
    ["that sends a proxy request", "CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n", "405"]
  ])("closes a connection %s, even if the client does not close it", async (_, text, status) => {
    const { connections, port } = await start()
    const mute = talk(port, { isReading: false })
    mute.socket.write(text)
    await mute.opened()
    await expect.poll(() => connections.size).toBe(1)
    await expect.poll(() => connections.size).toBe(0)
    const reader = talk(port)
    reader.socket.write(text)
    await reader.closed()
    expect(reader.heard()).toContain(`HTTP/1.1 ${status} `)
  })

  it("closes a connection that sends only empty lines between requests", async () => {
    const { port } = await start()
    const one = talk(port)
    one.socket.write(get())
    const drip = setInterval(() => one.socket.write("\r\n"), 40)
    await one.closed()
    clearInterval(drip)
    expect(one.heard().match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it("closes a connection whose client never reads the response", async () => {
    const { connections, port } = await start(
      {},
      { onRequest: (_request, response) => void response.end(Buffer.alloc(30_000_000)) }
    )
    const mute = talk(port, { isReading: false })
    mute.socket.write(get())
    await expect.poll(() => connections.size).toBe(1)
    await expect.poll(() => connections.size).toBe(0)
  })
})

it("limits stalled streams per session, but not active streams", async () => {
  const { connections, port } = await start(
    { stalledPerSession: 2, stalledMillis: 1_000, stalledStreamMillis: 60_000 },
    {
      onRequest: (request, response) => {
        connections.stream({ request, response }, administrator, "address")
        Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(100_000))).pipe(response)
      }
    }
  )
  const play = async () => {
    const player = talk(port, { isReading: false })
    player.socket.write(get())
    await new Promise((resolve) => setTimeout(resolve, 150))
    return player
  }
  const [first, second, third] = [await play(), await play(), await play()]
  await expect.poll(() => connections.size).toBe(2)
  const reader = talk(port)
  reader.socket.write(get())
  await expect.poll(() => reader.length()).toBeGreaterThan(20_000_000)
  for (const one of [first, second, third]) one.socket.resume()
  for (const one of [second, third]) await expect.poll(() => one.length()).toBeGreaterThan(20_000_000)
  expect(first.length()).toBeLessThan(20_000_000)
})

it("delivers the reason for rejecting a body while the client is still sending", async () => {
  const { port } = await start(
    {},
    {
      onRequest: (request, response) => {
        // This handler rejects the body after 2 MB, as real routes do when a body exceeds their limit.
        let received = 0
        request.on("data", (chunk: Buffer) => {
          received += chunk.length
          if (received < 2_000_000 || response.headersSent) return
          sendError(response, 413, "payload_too_large", "The body is too large.")
          discardRest(request, 2_000_000)
        })
      }
    }
  )
  const sender = talk(port, { isReading: false })
  sender.socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n")
  let sent = 0
  const chunk = Buffer.alloc(1_000_000)
  const send = () => {
    while (sent < 1_000 && !sender.socket.destroyed && sender.socket.writable) {
      sent += 1
      if (!sender.socket.write(chunk)) return
    }
  }
  sender.socket.on("drain", send)
  send()
  // This client starts to read only when its send buffer is full, like `curl` and browsers.
  await expect.poll(() => sender.socket.writableNeedDrain).toBe(true)
  sender.socket.resume()
  await sender.closed()
  expect(sender.heard()).toContain("HTTP/1.1 413 ")
  expect(sent).toBeLessThan(100)
})

describe("input that is not a valid HTTP request", () => {
  it("responds to invalid HTTP with an error status and a JSON error envelope", async () => {
    const { port } = await start()
    const ask = async (text: string) => {
      const one = talk(port)
      one.socket.write(text)
      await one.closed()
      const [head = "", body = ""] = one.heard().split("\r\n\r\n")
      expect(head).toContain("Connection: close")
      return [head.slice(9, 12), JSON.parse(body).error.code]
    }
    expect(await ask(get("/", `X: ${"a".repeat(20_000)}\r\n`))).toEqual(["431", "head_too_large"])
    expect(await ask("nonsense\r\n\r\n")).toEqual(["400", "validation"])
    expect(await ask("")).toEqual(["408", "request_timeout"])
  })

  it("does not append an error to a response that has already started", async () => {
    const { port } = await start({}, { onRequest: (_request, response) => void response.write("half") })
    const one = talk(port)
    one.socket.write(get())
    await expect.poll(() => one.heard()).toContain("half")
    one.socket.write("nonsense\r\n\r\n")
    await one.closed()
    expect(one.heard()).not.toContain("400")
  })
})
