import { enqueue } from "@media/jobs/Enqueue"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { probeOf } from "../../media/videos/policy.ts"

let server: TestServer
let admin: string
let member: string
let stranger: string
let open: string
let nsfw: string

let files = 0
const newItem = async (
  kind: "video" | "image" | "track" | "book" | "album",
  libraryId: string,
  status = "ready"
) => {
  files += 1
  const id = await makeItem(server, { kind, libraryId, path: `${files}.x`, title: `No ${files}` })
  await server.rows(
    "update items set duration = 1000, status = $2::item_status, created_at = now() + make_interval(secs => $3) where id = $1",
    [id, status, files]
  )
  return id
}

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  open = await makeLibrary(server, { name: "Open" })
  nsfw = await makeLibrary(server, { name: "Hidden", isNsfw: true })
  member = (
    await server.account({ username: "member", role: "member", libraryIds: [open, nsfw], allowNsfw: false })
  ).token
  stranger = (await server.account({ username: "stranger", role: "member", libraryIds: [] })).token
})
afterAll(() => server.stop())

const home = async (token: string) => (await server.get("/api/home", token)).json.data
const idsOf = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) =>
  items.map(({ id }) => id)
const put = (path: string, token: string, body?: object) =>
  server.request("PUT", path, { token, ...(body === undefined ? {} : { body }) })

it("returns an empty home page to a caller without visible items", async () => {
  const none = { items: [], total: 0 }
  expect(await home(stranger)).toEqual({
    ...{ continueWatching: none, favorites: none, nextUp: [], recentlyAdded: [], problems: null }
  })
  expect((await server.get("/api/home")).status).toBe(401)
})

it("shows at most twenty new items of each kind per library", async () => {
  const made = []
  for (let n = 0; n < 25; n += 1) made.push(await newItem(n < 3 ? "book" : "video", open))
  await newItem("video", open, "failed")
  const hidden = await newItem("image", nsfw)
  const [row, ...others] = (await home(member)).recentlyAdded
  expect(others).toEqual([])
  expect(row).toMatchObject({ library: { id: open, name: "Open" }, kinds: ["video", "book"], total: 25 })
  // The two oldest videos are omitted, although the books are even older.
  expect(idsOf(row)).toEqual([...made.slice(0, 3), ...made.slice(5)].reverse())
  const rows = (await home(admin)).recentlyAdded
  expect(rows.map(({ library }: { readonly library: { readonly name: string } }) => library.name)).toEqual([
    "Hidden",
    "Open"
  ])
  expect(rows[0]).toMatchObject({
    total: 1,
    items: [{ id: hidden, kind: "image", userState: { position: 0 } }]
  })
})

it("shows albums instead of their tracks", async () => {
  const music = await makeLibrary(server, { name: "Music" })
  const rowsOf = async () =>
    (await home(admin)).recentlyAdded.find((row: { library: { id: string } }) => row.library.id === music)
  const track = await newItem("track", music)
  expect(await rowsOf()).toMatchObject({ kinds: ["track"], total: 1, items: [{ id: track }] })
  const album = await newItem("album", music)
  for (let n = 0; n < 22; n += 1) await newItem("track", music)
  expect(await rowsOf()).toMatchObject({ kinds: ["album"], total: 1, items: [{ id: album }] })
})

it("shows users their own items in progress, last played first", async () => {
  const [one, two, hidden] = [
    await newItem("video", open),
    await newItem("track", open),
    await newItem("video", nsfw)
  ]
  for (const [path, token] of [
    [`/api/videos/${one}`, member],
    [`/api/audio-tracks/${two}`, member],
    [`/api/videos/${hidden}`, admin]
  ] as const) {
    expect((await put(`${path}/progress`, token, { position: 400 })).status).toBe(200)
    expect((await put(`${path}/favorite`, token)).status).toBe(200)
  }
  const own = await home(member)
  expect([idsOf(own.continueWatching), own.continueWatching.total]).toEqual([[two, one], 2])
  expect(own.continueWatching.items[0]).toMatchObject({
    kind: "track",
    duration: 1_000,
    userState: { position: 400, isFavorite: true }
  })
  expect(idsOf(own.favorites)).toEqual([two, one])
  expect(idsOf((await home(admin)).continueWatching)).toEqual([hidden])
  expect(
    (await server.request("DELETE", `/api/audio-tracks/${two}/progress`, { token: member })).status
  ).toBe(200)
  expect((await put(`/api/videos/${one}/progress`, member, { position: 990 })).status).toBe(200)
  expect((await home(member)).continueWatching).toEqual({ items: [], total: 0 })
})

it("shows books in progress with their page number", async () => {
  const [comic, hidden, finished] = [
    await newItem("book", open),
    await newItem("book", nsfw),
    await newItem("book", open)
  ]
  await server.rows("update items set duration = null where kind = 'book'")
  const read = (id: string, token: string, position: number) =>
    put(`/api/books/${id}/progress`, token, { position, duration: 40 })
  expect((await read(comic, member, 10)).status).toBe(200)
  expect((await read(finished, member, 40)).status).toBe(200)
  expect((await read(hidden, member, 10)).status).toBe(404)
  expect((await read(hidden, admin, 20)).status).toBe(200)
  expect((await home(member)).continueWatching).toMatchObject({
    total: 1,
    items: [{ id: comic, kind: "book", pages: 40, userState: { position: 10 } }]
  })
  const [first] = (await home(admin)).continueWatching.items
  expect(first).toMatchObject({ id: hidden, pages: 40, userState: { position: 20 } })
})

it("shows failures to each administrator until that administrator has reviewed them", async () => {
  const failed = async (token: string) => (await home(token)).problems
  const fail = async () => {
    const item = await newItem("video", open, "failed")
    const job = probeOf(item, `${files}.x`, "system")
    const [run] = await server.run(enqueue([job]))
    await server.rows("update jobs set state = 4, attempts = 1, finished_at = now() where id = $1", [
      run!.jobRunId
    ])
    return item
  }
  const none = { failed: 0, unreadable: [], failedOtherwise: 0 }
  const one = { failed: 1, unreadable: [{ kind: "video", files: 1 }], failedOtherwise: 0 }
  const item = await fail()
  expect(await failed(admin)).toEqual(one)
  expect(await failed(member)).toBeNull()
  expect((await put("/api/home/problems/reviewed", member)).status).toBe(403)
  const other = (await server.account({ username: "other", role: "administrator" })).token
  expect((await put("/api/home/problems/reviewed", admin)).json.data).toBeNull()
  expect([await failed(admin), await failed(other)]).toEqual([none, one])
  const inHeader = async (token: string) => (await server.get("/api/jobs/summary", token)).json.data
  expect(await inHeader(admin)).toMatchObject(none)
  expect(await inHeader(other)).toMatchObject(one)
  // An edit of an item that failed earlier must not count as a new failure.
  await server.rows("update items set updated_at = now() where status = 'failed'")
  expect(await failed(admin)).toEqual(none)
  await fail()
  expect([await failed(admin), await inHeader(admin)]).toMatchObject([one, one])
  // The job of an item still counts as failed after a later job has repaired the item.
  await server.rows("update items set status = 'ready' where id = $1", [item])
  expect(await failed(other)).toEqual({ failed: 2, unreadable: one.unreadable, failedOtherwise: 1 })
})
