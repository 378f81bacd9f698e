import { afterEach, describe, expect, it } from "vitest"
import { get, start, stop, talk, websocket } from "./Talk.fixture.ts"

afterEach(stop)

describe("a connection ends by itself", () => {
  it.each([
    ["that says nothing", "", "408"],
    ["whose head never ends", "GET / HTTP/1.1\r\nHost: a\r\n", "408"],
    ["that says nothing after an answer", get(), "200"],
    ["that is refused an upgrade", get("/live", websocket), "401"],
    ["that speaks TLS", "\u0016\u0003\u0001\u0002\u0000\u0001", "400"],
    ["that speaks HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"],
    ["that wants a proxy", "CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n", "405"]
  ])("%s, though the client neither reads nor closes", async (_, text, status) => {
    const { connections, port } = await start()
    const mute = talk(port, { isReading: false })
    mute.socket.write(text)
    await mute.opened()
    await expect.poll(() => connections.size, { timeout: 2_500 }).toBe(1)
    await expect.poll(() => connections.size, { timeout: 2_500 }).toBe(0)
    const reader = talk(port)
    reader.socket.write(text)
    await reader.closed()
    expect(reader.heard()).toContain(`HTTP/1.1 ${status} `)
  })

  it("that drips empty lines between requests", async () => {
    const { port } = await start()
    const one = talk(port)
    one.socket.write(get())
    const drip = setInterval(() => one.socket.write("\r\n"), 40)
    await one.closed()
    clearInterval(drip)
    expect(one.heard().match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it("whose answer nobody reads", async () => {
    const { connections, port } = await start(
      {},
      { onRequest: (_request, response) => void response.end(Buffer.alloc(30_000_000)) }
    )
    const mute = talk(port, { isReading: false })
    mute.socket.write(get())
    await expect.poll(() => connections.size).toBe(1)
    await expect.poll(() => connections.size, { timeout: 2_500 }).toBe(0)
  })
})

it("a stream may stand still as long as a paused player does, but each session has a bounded number", async () => {
  const { connections, port } = await start(
    { streamsPerSession: 2, stalledStreamMillis: 60_000 },
    {
      onRequest: (request, response) => {
        connections.stream({ request, response }, "session", "address")
        response.end(Buffer.alloc(30_000_000))
      }
    }
  )
  const players: Array<ReturnType<typeof talk>> = []
  for (let n = 0; n < 3; n += 1) {
    const player = talk(port, { isReading: false })
    player.socket.write(get())
    players.push(player)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(connections.size).toBe(2)
  players[2]!.socket.resume()
  players[0]!.socket.resume()
  await expect.poll(() => players[2]!.length(), { timeout: 5_000 }).toBeGreaterThan(30_000_000)
  expect(players[0]!.length()).toBeLessThan(30_000_000)
})

describe("input that is no request", () => {
  it("gets the status that says why, in the envelope", async () => {
    const { port } = await start()
    const ask = async (text: string) => {
      const one = talk(port)
      one.socket.write(text)
      await one.closed()
      const [head = "", body = ""] = one.heard().split("\r\n\r\n")
      expect(head).toContain("Connection: close")
      return [head.slice(9, 12), JSON.parse(body).error.code]
    }
    expect(await ask(get("/", `X: ${"a".repeat(20_000)}\r\n`))).toEqual(["431", "validation"])
    expect(await ask("nonsense\r\n\r\n")).toEqual(["400", "validation"])
    expect(await ask("")).toEqual(["408", "request_timeout"])
  })

  it("in the middle of an answer is not answered into it", async () => {
    const { port } = await start({}, { onRequest: (_request, response) => void response.write("half") })
    const one = talk(port)
    one.socket.write(get())
    await expect.poll(() => one.heard()).toContain("half")
    one.socket.write("nonsense\r\n\r\n")
    await one.closed()
    expect(one.heard()).not.toContain("400")
  })
})
