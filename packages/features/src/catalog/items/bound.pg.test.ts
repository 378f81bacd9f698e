import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  await makeItem(server, { libraryId: await makeLibrary(server), title: "One" })
})
afterAll(() => server.stop())

/**
 * Runs `work` while a lock blocks every statement that reads the table, so that such statements exceed the time limit.
 */
const whileSlow = async <A>(table: string, work: () => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    return await work()
  } finally {
    await client.end()
  }
}

it("names the condition that is probably slow if a list takes too long", async () => {
  const q = encodeURIComponent("added:30d details:nothing width>3")
  const { json, status } = await whileSlow("item_texts", () => server.get(`/api/videos?q=${q}`, token))
  expect(status).toBe(422)
  expect(json.error).toEqual({
    code: "too_broad",
    message:
      'This filter takes too long. The condition on "details" is probably slow. Add another condition to narrow the list.',
    field: "details"
  })
  expect((await server.get(`/api/videos?q=${q}`, token)).status).toBe(200)
})

it("rejects a slow condition in a bulk edit and a timeline", async () => {
  const body = { filter: { kind: "video", q: "details:nothing" }, changes: { isFavorite: { set: true } } }
  const [edit, days] = await whileSlow("item_texts", () =>
    Promise.all([
      server.request("PATCH", "/api/items", { token, body }),
      server.get("/api/images/timeline?q=details:nothing", token)
    ])
  )
  expect([edit.status, days.status]).toEqual([422, 422])
  expect(edit.json.error.field).toBe("details")
})

it("rejects a slow condition when splitting an entity", async () => {
  const created = await server.request("POST", "/api/tags", { token, body: { name: "Whole" } })
  const body = { name: "Part", filter: { kind: "video", q: "details:nothing" } }
  const split = await whileSlow("item_texts", () =>
    server.request("POST", `/api/tags/${created.json.data.id}/split`, { token, body })
  )
  expect([split.status, split.json.error.field]).toEqual([422, "details"])
})
