import { afterEach, expect, it } from "vitest"
import { get, start, stop, talk, websocket } from "./Talk.fixture.ts"

afterEach(stop)

const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
const echo = () =>
  start(
    {},
    {
      onRequest: (request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () =>
          setTimeout(
            () => response.end(`<${request.method} ${request.url} ${String(Buffer.concat(chunks))}>`),
            20
          )
        )
      }
    }
  )
const answers = (text: string) => text.match(/<[^>]*>|HTTP\/1.1 401/g)

it("ignores HTTP/2 upgrade offers regardless of the body of the request", async () => {
  const { connections, port } = await echo()
  const one = talk(port)
  one.socket.write(`POST /1 HTTP/1.1\r\nHost: a\r\n${h2c}Content-Length: 10\r\n\r\n12345`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  one.socket.write(`67890${get("/2")}${get("/3", h2c)}`)
  one.socket.write(
    `PUT /4 HTTP/1.1\r\nHost: a\r\n${h2c}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n${get("/5", h2c)}`
  )
  one.socket.write(get("/6", websocket) + get("/7") + get("/live", websocket))
  await one.closed()
  expect(answers(one.heard())).toEqual([
    "<POST /1 1234567890>",
    "<GET /2 >",
    "<GET /3 >",
    "<PUT /4 abc>",
    "<GET /5 >",
    "<GET /6 >",
    "<GET /7 >",
    "HTTP/1.1 401"
  ])
  await expect.poll(() => connections.size).toBe(0)
})

it("does not leak listeners when one connection sends hundreds of upgrade offers", async () => {
  const { connections, port } = await start()
  const one = talk(port)
  const warnings: Array<string> = []
  const note = (warning: Error) => warnings.push(warning.message)
  process.on("warning", note)
  for (let n = 0; n < 300; n += 1) {
    one.socket.write(get(`/${n}`, h2c))
    await expect.poll(() => one.heard().split("hello").length, { interval: 1 }).toBe(n + 2)
  }
  expect(connections.size).toBe(1)
  process.off("warning", note)
  expect(warnings).toEqual([])
})

it("preserves the headers of a request that offers an upgrade", async () => {
  const heads: Array<ReadonlyArray<string>> = []
  const { port } = await start(
    {},
    {
      onRequest: (request, response) => {
        heads.push(request.rawHeaders)
        response.end()
      }
    }
  )
  const one = talk(port)
  const odd = "X-Odd: a\u00e4\u00ff  b\r\nX-Odd: second\r\nX-Empty:\r\n"
  one.socket.write(Buffer.from(get("/", `${odd}${h2c}Connection: close\r\n`), "latin1"))
  await one.closed()
  expect(heads[0]?.slice(0, 8)).toEqual([
    "Host",
    "a",
    "X-Odd",
    "a\u00e4\u00ff  b",
    "X-Odd",
    "second",
    "X-Empty",
    ""
  ])
})

it("discards a queued request that offers an upgrade when the connection closes", async () => {
  const { connections, port } = await start({}, { onRequest: () => undefined })
  const one = talk(port)
  one.socket.write(get("/1") + get("/2", h2c))
  await expect.poll(() => connections.size).toBe(1)
  one.socket.destroy()
  await expect.poll(() => connections.size).toBe(0)
})
