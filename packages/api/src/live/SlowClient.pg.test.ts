import { enqueue } from "@media/jobs/Enqueue"
import { uuidv7 } from "@media/kernel/Ids"
import { probeOf } from "@media/features/media/videos/policy"
import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const manyRuns = (count: number) =>
  server.run(
    enqueue(Array.from({ length: count }, () => probeOf(uuidv7(), `video ${"x".repeat(3_000)}`, "manual")))
  )

it("disconnects only the client that does not read its messages", async () => {
  const { token } = await server.setup()
  const slow = openLive(server.origin, { token })
  const reading = openLive(server.origin, { token })
  await Promise.all([slow.hello({ view: { id: "v" } }), reading.hello({ view: { id: "v" } })])
  slow.socket.pause()
  for (let round = 0; round < 12; round += 1) {
    await manyRuns(500)
    await server.rows("select pg_notify('events', 'new')")
    await new Promise((resolve) => setTimeout(resolve, 130))
  }
  await reading.next(({ totals }) => totals?.queued === 6_000)
  expect(reading.socket.readyState).toBe(reading.socket.OPEN)
  slow.socket.resume()
  expect(await slow.closed()).toBe(4408)
  expect(slow.received.at(-1)).toMatchObject({ t: "resync", reason: "slow" })
  reading.close()
})

it("sends all missed changes when a paused client resumes", async () => {
  const token = await server.signIn("root", "correct horse")
  const client = openLive(server.origin, { token })
  const reading = openLive(server.origin, { token })
  const { seq } = await client.hello({ view: { id: "v" } })
  await reading.hello({ view: { id: "v" } })
  /** Resolves when a pong arrives. By then, all earlier messages have arrived in both directions. */
  const pong = () =>
    new Promise((resolve) => {
      client.socket.once("pong", resolve)
      client.socket.ping()
    })
  client.send({ t: "pause" })
  await pong()
  const count = client.received.length
  await manyRuns(200)
  await reading.next(({ runs, t }) => t !== "snapshot" && runs?.length > 0)
  await pong()
  expect(client.received.length).toBe(count)
  client.send({ t: "resume", since: seq })
  const delta = await client.next(({ runs, t }) => t !== "snapshot" && runs?.length >= 200)
  expect(delta.from).toBe(seq)
  reading.close()
  client.close()
})

it("closes connections with 1012 when the server restarts", async () => {
  const token = await server.signIn("root", "correct horse")
  const client = openLive(server.origin, { token })
  const { epoch, seq } = await client.hello()
  await server.restart()
  expect(await client.closed()).toBe(1012)
  expect(client.received.at(-1)).toMatchObject({ t: "bye", reason: "shutdown" })
  const again = openLive(server.origin, { token })
  const snapshot = await again.hello({ epoch, since: seq })
  expect(snapshot.t).toBe("snapshot")
  expect(snapshot.epoch).not.toBe(epoch)
  again.close()
})
