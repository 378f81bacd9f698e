import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { appendVideos } from "@media/testkit/seed/ManyVideos"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

const videos = 5_020
let server: TestServer
let token: string
let libraryId: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  libraryId = await makeLibrary(server, { name: "All" })
  await server.run(appendVideos({ libraryId, rootId: uuidv7() }, 0, videos))
})
afterAll(() => server.stop())

it("a filter of more than 5,000 continues where the previous answer ended, and excludes new arrivals", async () => {
  const send = async (body: object) =>
    (await server.request("PATCH", "/api/items", { token, body })).json.data
  const body = { filter: { kind: "video", isOrganized: false }, changes: { isOrganized: true } }
  const [{ n: matched }] = (await server.rows(
    "select count(*)::int as n from items where not is_organized"
  )) as unknown as [{ n: number }]
  expect(matched).toBeGreaterThan(5_000)

  const first = await send({ ...body, expected: matched })
  expect(first).toMatchObject({ matched, changed: 5_000, unchanged: 0, failedCount: 0 })
  const late = await makeItem(server, { libraryId, title: "Late" })
  const second = await send({ ...body, expected: matched, cursor: first.next, batchId: first.batchId })
  expect(second).toMatchObject({ matched: matched - 5_000, changed: matched - 5_000, next: null })

  expect(await server.rows("select id from items where not is_organized")).toEqual([{ id: late }])
  const events = await server.rows(
    "select count(*)::int as n from events where type = 'item.edited.v1' and meta->>'batchId' = $1",
    [second.batchId]
  )
  expect(events).toEqual([{ n: matched }])
})

it("lists the first hundred failures, and counts all", async () => {
  const ids = Array.from({ length: 120 }, () => uuidv7())
  const { json } = await server.request("PATCH", "/api/items/user-state", {
    token,
    body: { ids, userState: { isFavorite: true } }
  })
  expect(json.data).toMatchObject({ matched: 0, changed: 0, failedCount: 120 })
  expect(json.data.failed).toHaveLength(100)
})
