import type { Delta } from "@media/features/app/operations/live-protocol"
import { probeOf } from "@media/features/media/videos/policy"
import { enqueue } from "@media/jobs/Enqueue"
import { uuidv7 } from "@media/kernel/Ids"
import { openLive } from "@media/testkit/LiveClient"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
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
/**
 * Waits until the client has received all earlier updates. Updates arrive in order, so once a new video is announced,
 * all earlier changes have been announced too. If the video is created before the server's first poll of the event log,
 * the server only announces that any item may have changed. The function therefore creates videos until the id of one
 * is announced.
 */
const caughtUp = async (client: Awaited<ReturnType<typeof watch>>) => {
  const markers: Array<string> = []
  await eventually(async () => {
    const marker = await makeVideo(server, { libraryId: library })
    markers.push(marker)
    await new Promise((resolve) => setTimeout(resolve, 300))
    return client.received.some((message) => markers.some((id) => hasVideo(id)(message)))
  })
  await client.next(hasVideo(markers.at(-1)!))
}
const warnings = (text: string) => server.logs.filter((line) => line.includes(text)).length
/** Waits until the server logs this warning once more. */
const anotherWarning = async (text: string, before = warnings(text)) => {
  await eventually(() => warnings(text) > before)
}
const POLL_FAILED = "live updates are waiting for the database"
const CHECK_FAILED = "could not send a live update; it will be sent again later"

it("sends the changes of a failed poll once the database works again", async () => {
  const client = await watch()
  await caughtUp(client)
  const before = warnings(POLL_FAILED)
  await server.rows("alter table job_throughput rename to job_throughput_away")
  // A new job causes the next poll to read the job totals, which fails because their table is missing.
  await server.run(enqueue([probeOf(uuidv7(), "Video", "manual")]))
  await anotherWarning(POLL_FAILED, before)
  const first = await makeVideo(server, { libraryId: library })
  await anotherWarning(POLL_FAILED)
  const later = await makeVideo(server, { libraryId: library })
  await anotherWarning(POLL_FAILED)
  expect(client.received.some(hasVideo(first))).toBe(false)
  await server.rows("alter table job_throughput_away rename to job_throughput")
  await client.next(hasVideo(first))
  await client.next(hasVideo(later))
  const sent = client.received.filter(({ t }) => t === "delta" || t === "hb")
  for (const [index, delta] of sent.entries())
    if (index > 0 && delta.from !== undefined) expect(delta.from).toBe(sent[index - 1].seq)
})

it("sends changes after repeating a failed visibility query", async () => {
  const [first, later] = [
    await makeVideo(server, { libraryId: library }),
    await makeVideo(server, { libraryId: library })
  ]
  const client = await watch()
  await caughtUp(client)
  client.received.splice(0)
  const touch = (id: string) =>
    server.rows(
      `insert into events (stream_id, version, type, data)
       select $1, max(version) + 1, 'item.file-found.v1', '{}' from events where stream_id = $1`,
      [id]
    )
  const before = warnings(CHECK_FAILED)
  await server.rows("alter table items rename to items_away")
  await touch(first)
  await anotherWarning(CHECK_FAILED, before)
  await touch(later)
  await anotherWarning(CHECK_FAILED)
  expect(client.received.some(hasVideo(first))).toBe(false)
  await server.rows("alter table items_away rename to items")
  await client.next(hasVideo(first))
  await client.next(hasVideo(later))
})
