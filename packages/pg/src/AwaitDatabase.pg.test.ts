import { createTestDatabase } from "@media/testkit/TemplateDatabase"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import type { AddressInfo } from "node:net"
import { connect, createServer } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { awaitDatabase } from "./AwaitDatabase.ts"

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Returns a port of the test database that stays closed until `open` is called. */
const laterPort = async () => {
  const url = new URL(database.url)
  const socketDir = url.searchParams.get("host")
  const target = socketDir === null ? undefined : `${socketDir}/.s.PGSQL.${url.searchParams.get("port")}`
  const server = createServer((client) => {
    const up = target === undefined ? connect(Number(url.port), url.hostname) : connect(target)
    for (const socket of [client, up]) socket.on("error", () => undefined)
    client.pipe(up).pipe(client)
  })
  const listen = (port: number) => new Promise<void>((done) => void server.listen(port, "127.0.0.1", done))
  const close = () => new Promise<void>((done) => void server.close(() => done()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  await close()
  url.search = ""
  url.hostname = "127.0.0.1"
  url.port = String(port)
  return { url: url.href, open: () => listen(port), close }
}

const logged = (lines: Array<string>) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => void lines.push(String(message)))
  )

it("waits for a database that starts later and logs only once that it is waiting", async () => {
  const lines: Array<string> = []
  const { close, open, url } = await laterPort()
  const waiting = Effect.runFork(awaitDatabase(url).pipe(Effect.provide(logged(lines))))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(lines).toEqual([expect.stringContaining("waiting for the database: connect ECONNREFUSED")])
  await open()
  await Effect.runPromise(Fiber.join(waiting))
  expect(lines[1]).toBe("the database accepts connections")
  await close()
})

it("logs nothing if the database is already running", async () => {
  const lines: Array<string> = []
  await Effect.runPromise(awaitDatabase(database.url).pipe(Effect.provide(logged(lines))))
  expect(lines).toEqual([])
})

it("fails immediately on permanent errors, without revealing the password", async () => {
  const missing = new URL(database.url)
  missing.pathname = "/nowhere"
  for (const url of [
    missing.href,
    "me:geheim",
    "postgres://me:geheim@127.0.0.1:99999/media",
    "postgres://me:geheim@[/media"
  ]) {
    const error = await Effect.runPromise(Effect.flip(awaitDatabase(url)))
    expect(error.message).toMatch(/^The database cannot be used: ./)
    expect(error.message).not.toContain("geheim")
  }
})
