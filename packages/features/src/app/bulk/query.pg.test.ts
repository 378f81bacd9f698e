import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let member: string

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const [open, closed] = [await makeLibrary(server), await makeLibrary(server, { name: "Closed" })]
  for (let n = 0; n < 24; n += 1) {
    const id = await makeItem(server, {
      kind: "image",
      libraryId: n % 4 === 0 ? closed : open,
      title: `${n % 2 === 0 ? "Alien" : "Romulus"} - ${n}`,
      isNsfw: n % 5 === 0,
      isMissing: n % 7 === 0
    })
    await server.rows(
      "update items set width = $2, size_bytes = $3, moment = date '2024-05-01' + $4::int, date = $5 where id = $1",
      [id, n * 100, n * 1_000, n % 3, n % 2 === 0 ? null : String(2000 + n)]
    )
  }
  member = (await server.account({ username: "member", role: "member", libraryIds: [open] })).token
  await server.request("PATCH", "/api/auth/me", { token: member, body: { showNsfw: false } })
  for (const token of [admin, member]) {
    const { items } = (await server.get("/api/images?perPage=9", token)).json.data
    for (const [n, { id }] of items.entries())
      await server.request("PUT", `/api/images/${id}/rating`, { token, body: { rating: n * 10 } })
  }
})
afterAll(() => server.stop())

const queries = [
  "alien",
  "-alien",
  '"Alien - 2"',
  "Alien: Romulus",
  "width>1200 OR size<3kB",
  "NOT (is:missing OR width<500)",
  "rating>=40",
  "no:rating alien",
  "sort:-rating",
  "sort:rating,-title width>100",
  "no:date -is:missing"
]

describe.each([
  ["an administrator", () => admin],
  ["a member without NSFW", () => member]
])("a query for images by %s", (_, token) => {
  const listed = async (q: string) => {
    const { items, total } = (await server.get(`/api/images?perPage=100&q=${encodeURIComponent(q)}`, token()))
      .json.data
    return { ids: items.map(({ id }: { id: string }) => id).sort() as ReadonlyArray<string>, total }
  }

  it.each(queries)("selects the same items for a bulk edit as the list shows: %s", async (q) => {
    const { ids, total } = await listed(q)
    expect(total).toBe(ids.length)
    const send = (body: object) =>
      server.request("PATCH", "/api/items", {
        token: token(),
        body: { filter: { kind: "image", q }, ...body }
      })
    expect((await send({ changes: { isFavorite: { set: true } }, dryRun: true })).json.data.matched).toBe(
      total
    )
    const { json } = await send({ changes: { isFavorite: { set: true } }, expected: total })
    expect(json.data).toMatchObject({ matched: total, changed: total, skipped: [] })
    expect((await listed("is:favorite")).ids).toEqual(ids)
    await server.request("PATCH", "/api/items", {
      token: token(),
      body: { filter: { kind: "image" }, changes: { isFavorite: { set: false } } }
    })
  })

  it.each(queries)("counts the same items in the timeline as the list shows: %s", async (q) => {
    const { json } = await server.get(`/api/images/timeline?q=${encodeURIComponent(q)}`, token())
    expect(json.data.total).toBe((await listed(q)).total)
  })
})

it("rejects an invalid filter without changing any item", async () => {
  const { json, status } = await server.request("PATCH", "/api/items", {
    token: admin,
    body: { filter: { kind: "image", q: "witdh>3" }, changes: { isOrganized: { set: true } } }
  })
  expect([status, json.error.code]).toEqual([400, "validation"])
  expect(json.error.details).toMatchObject([{ suggestion: "width", position: 0 }])
  expect((await server.get("/api/images/timeline?q=witdh>3", admin)).status).toBe(400)
  expect((await server.get("/api/images?isOrganized=true", admin)).json.data.total).toBe(0)
})
