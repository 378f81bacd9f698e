import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const libraryId = await makeLibrary(server, { name: "All" })
  const rootId = uuidv7()
  await server.rows("insert into library_roots values ($1, $2, '/media', true, true, 0)", [rootId, libraryId])
  const id = await makeItem(server, { kind: "video", libraryId, rootId, path: "a.mp4", title: "A" })
  await server.rows("update items set created_at = now() - interval '12 hours' where id = $1", [id])
})
afterAll(() => server.stop())

const addedToday = async (zone?: string): Promise<number> => {
  const headers = zone === undefined ? {} : { "time-zone": zone }
  const answer = await server.request("GET", "/api/videos?q=added:today", { token, headers })
  expect(answer.status).toBe(200)
  return answer.json.data.total
}

it("uses the time zone of the request for today", async () => {
  // The local times of these zones differ by twelve hours. The video was added twelve hours ago, so it was added today
  // in exactly one of the two zones.
  const totals = [await addedToday("Etc/GMT"), await addedToday("Etc/GMT-12")]
  expect(totals.toSorted()).toEqual([0, 1])
})

it("uses UTC if the zone is missing or unknown", async () => {
  const total = await addedToday("Etc/UTC")
  expect(await addedToday()).toBe(total)
  expect(await addedToday("Mars/Olympus")).toBe(total)
})
