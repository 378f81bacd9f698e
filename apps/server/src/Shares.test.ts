import { administrator } from "@media/testkit/Library"
import { afterEach, expect, it } from "vitest"
import { get, start, stop, talk } from "./Talk.fixture.ts"

afterEach(stop)

const patient = { headMillis: 60_000, keepAliveMillis: 60_000 }
const many = async (count: number, port: number, from: string, text = "") => {
  const all = Array.from({ length: count }, () => talk(port, { isReading: false, from }))
  await Promise.all(all.map((one) => Promise.race([one.opened(), one.closed()])))
  for (const one of all) one.socket.write(text)
  return all
}
const isAnswered = async (port: number, from: string) => {
  const one = talk(port, { from })
  one.socket.write(get("/", "Connection: close\r\n"))
  await one.closed()
  return one.heard().startsWith("HTTP/1.1 200")
}

it("accepts new connections even if one address has used up its share", async () => {
  const { connections, port } = await start({ ...patient, total: 40, perProxy: 30 })
  await many(200, port, "127.0.0.1")
  await expect.poll(() => connections.size).toBe(30)
  await many(60, port, "127.0.0.3")
  await expect.poll(() => connections.size).toBe(40)
  for (let n = 0; n < 5; n += 1) {
    expect(await isAnswered(port, "127.0.0.2")).toBe(true)
    expect(await isAnswered(port, "127.0.0.1")).toBe(true)
  }
})

it.each([
  ["an unfinished request head", "GET / HTTP/1.1\r\nHost: a\r\n"],
  ["an unfinished request body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"],
  ["a completed request", get()]
])("evicts a connection that sent %s as if it had sent nothing", async (_, text) => {
  const { connections, port } = await start(
    { ...patient, total: 40, perProxy: 30, answerMillis: 60_000 },
    {
      onRequest: (request, response) => {
        if (request.method === "GET") response.end("hello")
      }
    }
  )
  await many(100, port, "127.0.0.1", text)
  await expect.poll(() => connections.size).toBe(30)
  expect(await isAnswered(port, "127.0.0.2")).toBe(true)
  expect(await isAnswered(port, "127.0.0.1")).toBe(true)
})

it("keeps an active stream while other connections are evicted", async () => {
  const { connections, port } = await start(
    { ...patient, total: 40, perProxy: 30 },
    {
      onRequest: (request, response) => {
        if (request.url !== "/stream") return void response.end("hello")
        connections.stream({ request, response }, administrator, "address")
        response.write("begun")
      }
    }
  )
  const player = talk(port, { from: "127.0.0.2" })
  player.socket.write(get("/stream"))
  await expect.poll(() => player.heard()).toContain("begun")
  await many(100, port, "127.0.0.1")
  await many(100, port, "127.0.0.3")
  await many(100, port, "127.0.0.2")
  await expect.poll(() => connections.size).toBe(40)
  let isOver = false
  player.socket.once("close", () => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isOver).toBe(false)
})

it("responds to pipelined requests one at a time, and only to a limited number of them", async () => {
  let atOnce = 0
  let most = 0
  const { port } = await start(
    { pipelined: 4 },
    {
      onRequest: (request, response) => {
        most = Math.max(most, ++atOnce)
        setTimeout(
          () => {
            atOnce -= 1
            response.end(request.url)
          },
          request.url === "/0" ? 100 : 1
        )
      }
    }
  )
  const ask = async (count: number) => {
    const one = talk(port)
    one.socket.write(Array.from({ length: count }, (_, n) => get(`/${n}`)).join(""))
    await one.closed()
    return one.heard().match(/^\/\d+/gm) ?? one.heard().match(/\/\d+/g)
  }
  expect(await ask(5)).toEqual(["/0", "/1", "/2", "/3", "/4"])
  expect(await ask(500)).toEqual(["/0", "/1", "/2", "/3", "/4"])
  expect(most).toBe(1)
})
