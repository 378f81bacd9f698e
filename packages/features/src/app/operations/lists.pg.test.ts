import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin: string
let member: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const [open, closed] = [await makeLibrary(server), await makeLibrary(server, { name: "Closed" })]
  for (const [n, title] of ["Alien", "Romulus", "Secret"].entries()) {
    const id = await makeItem(server, { libraryId: n === 1 ? closed : open, title, isNsfw: n === 2 })
    await server.rows("update items set duration = 3600 where id = $1", [id])
    for (const start of [30, 900])
      await server.request("POST", `/api/videos/${id}/markers`, {
        token: admin,
        body: { title: `Place ${start}`, start, end: start + 10 }
      })
    await server.request("PATCH", `/api/videos/${id}`, { token: admin, body: { details: `About ${title}` } })
  }
  member = (await server.account({ username: "member", role: "member", libraryIds: [open] })).token
})
afterAll(() => server.stop())

const get = async (path: string, q: string, token = admin): Promise<Json> =>
  server.get(`${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(q)}`, token)

describe("the list of markers", () => {
  const markers = async (q: string, token = admin) => (await get("/api/markers", q, token)).json.data
  it.each([
    ["place", 6],
    ["alien", 2],
    ["start<10m", 3],
    ["start<10m -alien", 2],
    ["video:romulus OR start:900", 4],
    ["library:Closed", 2],
    ["length:10 duration:1h", 6]
  ])("finds markers with the query %s", async (q, total) => expect((await markers(q)).total).toBe(total))

  it("sorts markers by several fields", async () => {
    const { items } = await markers("sort:-start,video")
    expect(items.map((each: Json) => [each.start, each.videoTitle])).toEqual([
      [900, "Alien"],
      [900, "Romulus"],
      [900, "Secret"],
      [30, "Alien"],
      [30, "Romulus"],
      [30, "Secret"]
    ])
    const shown = await markers("-nothing", member)
    expect(shown.items.map((each: Json) => each.videoTitle)).not.toContain("Romulus")
    expect(shown.total).toBe(shown.items.length)
  })
})

describe("the history", () => {
  const history = async (q: string): Promise<Json> => (await get("/api/history?limit=200", q)).json.data.items
  it("filters the history by words, conditions and kinds", async () => {
    const ofAlien = await history("alien")
    expect(new Set(ofAlien.map((each: Json) => each.target?.name))).toEqual(new Set(["Alien"]))
    expect(
      (await history("kind:items type:edited")).every((each: Json) => each.type === "item.edited.v1")
    ).toBe(true)
    expect((await history("kind:files")).length).toBeGreaterThan(0)
    expect(await history("by:nobody")).toEqual([])
    expect((await history("by:root type:edited at:1d")).length).toBe(3)
    expect(await history("at<2000")).toEqual([])
  })

  it("does not find history entries by a hidden name", async () => {
    expect((await history("target:secret")).length).toBeGreaterThan(0)
    await server.request("PATCH", "/api/auth/me", { token: admin, body: { showNsfw: false } })
    for (const q of ["secret", "target:secret", "target^=S"]) {
      const { json } = await get("/api/history?limit=1", q)
      expect(json.data, q).toEqual({ items: [], nextBefore: null })
    }
    await server.request("PATCH", "/api/auth/me", { token: admin, body: { showNsfw: true } })
  })
})

it.each([
  ["/api/markers", "strat<3"],
  ["/api/history", "tpye:x"],
  ["/api/files", "verdct:failed"],
  ["/api/jobs", "sttaus:failed"],
  ["/api/transcripts", "langauge:de word"]
])("%s rejects an invalid query: %s", async (path, q) => {
  const { json, status } = await get(path, q)
  expect([status, json.error.code]).toEqual([400, "validation"])
  expect(json.error.details[0]).toMatchObject({ position: 0 })
})
