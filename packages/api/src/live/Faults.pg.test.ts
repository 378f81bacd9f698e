import type { Delta } from "@media/features/operations/live-protocol"
import { probeOf } from "@media/features/videos/policy"
import { enqueue } from "@media/jobs/Enqueue"
import { uuidv7 } from "@media/kernel/Ids"
import { openLive } from "@media/testkit/LiveClient"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"

let server: TestServer
let token: string
let library: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  library = await makeLibrary(server, { name: "Ours" })
})
afterAll(() => server.stop())

const sockets: Array<ReturnType<typeof openLive>> = []
afterEach(() => {
  for (const client of sockets.splice(0)) client.close()
})
const watch = async () => {
  const client = openLive(server.origin, { token })
  sockets.push(client)
  await client.hello()
  return client
}
const hasVideo = (id: string) => (message: Delta) => message.items?.["video"]?.ids.includes(id) === true
/** Long enough for several polls of the log, each of which fails. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 600))
const warnings = (text: string) => server.logs.filter((line) => line.includes(text)).length

it("what was read before a statement failed is sent once it works again", async () => {
  const client = await watch()
  await aWhile()
  await server.rows("alter table job_throughput rename to job_throughput_away")
  // A changed queue makes the next poll read the totals.
  await server.run(enqueue([probeOf(uuidv7(), "Video", "manual")]))
  const first = await makeVideo(server, { libraryId: library })
  await aWhile()
  const later = await makeVideo(server, { libraryId: library })
  await aWhile()
  expect(client.received.some(hasVideo(first))).toBe(false)
  await server.rows("alter table job_throughput_away rename to job_throughput")
  await client.next(hasVideo(first))
  await client.next(hasVideo(later))
  const sent = client.received.filter(({ t }) => t === "delta" || t === "hb")
  for (const [index, delta] of sent.entries())
    if (index > 0 && delta.from !== undefined) expect(delta.from).toBe(sent[index - 1].seq)
  expect(warnings("live updates wait for the database")).toBeGreaterThan(0)
})

it("what could not be checked for a receiver is checked again, with what came since", async () => {
  const [first, later] = [
    await makeVideo(server, { libraryId: library }),
    await makeVideo(server, { libraryId: library })
  ]
  const client = await watch()
  // The deltas of their registration may come late and are not expected here.
  await aWhile()
  client.received.splice(0)
  const touch = (id: string) =>
    server.rows(
      `insert into events (stream_id, version, type, data)
       select $1, max(version) + 1, 'item.file-found.v1', '{}' from events where stream_id = $1`,
      [id]
    )
  await server.rows("alter table items rename to items_away")
  await touch(first)
  await aWhile()
  await touch(later)
  await aWhile()
  expect(client.received.some(hasVideo(first))).toBe(false)
  await server.rows("alter table items_away rename to items")
  await client.next(hasVideo(first))
  await client.next(hasVideo(later))
  expect(warnings("a live update is sent again later")).toBeGreaterThan(0)
})
