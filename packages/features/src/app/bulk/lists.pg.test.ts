import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let libraryId: string
let ids: ReadonlyArray<string>
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  libraryId = await makeLibrary(server)
})
afterAll(() => server.stop())

const [one, two, three] = ["https://a.example/1", "https://b.example/2", "https://c.example/3"] as const
const send = (method: string, path: string, body: object) =>
  server.request(method, `/api/${path}`, { token: admin, body })
const edit = (changes: object, more: object = {}) => send("PATCH", "items", { ids, changes, ...more })
const read = async () =>
  Promise.all(ids.map(async (id) => (await server.get(`/api/videos/${id}`, admin)).json.data))
const urls = async () => (await read()).map((item) => item.urls)
const externalIds = async () => (await read()).map((item) => item.externalIds)

beforeEach(async () => {
  ids = [
    await makeItem(server, { libraryId, title: "First" }),
    await makeItem(server, { libraryId, title: "Second" })
  ]
  await send("PATCH", `videos/${ids[0]}`, { urls: [one, two], externalIds: { imdb: "tt1", tmdb: "7" } })
  await send("PATCH", `videos/${ids[1]}`, { urls: [two] })
})

it("keeps a value that was set after the form was opened", async () => {
  const since = (await server.rows("select max(position)::int as n from events"))[0]!["n"]
  await send("PATCH", `videos/${ids[0]}`, { title: "Later" })
  const changes = { title: { unlock: true } }
  const kept = (await edit(changes, { since })).json.data
  expect(kept.skipped).toMatchObject([{ id: ids[0], field: "title", reason: "conflict" }])
  expect((await read())[0].title).toBe("Later")
  await edit(changes)
  const set = (await edit({ title: { set: "Mine" } }, { since, onLocked: "overwrite" })).json.data
  expect(set.skipped).toMatchObject([{ id: ids[0], field: "title", reason: "conflict" }])
})

describe("a bulk edit of web addresses and ids", () => {
  it("adds and removes single entries of a list", async () => {
    const changes = { urls: { add: [three], remove: [two] } }
    const tried = (await edit(changes, { dryRun: true, isTried: true })).json.data
    expect(tried).toMatchObject({ changed: 2, skipped: [] })
    expect(tried.effects).toEqual(
      expect.arrayContaining([
        { field: "urls", action: "add", value: three, count: 2 },
        { field: "urls", action: "remove", value: two, count: 2 }
      ])
    )
    expect(await urls()).toEqual([[one, two], [two]])
    expect((await edit(changes)).json.data).toMatchObject({ changed: 2, skipped: [] })
    expect(await urls()).toEqual([[one, three], [three]])
    expect((await edit(changes)).json.data).toMatchObject({ changed: 0, unchanged: 2 })
  })

  it("replaces an external id without changing the ids of other databases", async () => {
    await edit({ externalIds: { add: ["imdb:tt2"], remove: ["tmdb:9"] } })
    expect(await externalIds()).toEqual([{ imdb: "tt2", tmdb: "7" }, { imdb: "tt2" }])
    await edit({ externalIds: { remove: ["imdb:tt2"] } })
    expect(await externalIds()).toEqual([{ tmdb: "7" }, {}])
  })

  it("keeps a list that a user set unless the request overwrites locked values", async () => {
    const changes = { urls: { replace: [three] } }
    const kept = (await edit(changes)).json.data
    expect(kept).toMatchObject({ changed: 0, lockedCount: 2 })
    expect(kept.skipped[0]).toMatchObject({ field: "urls", reason: "locked" })
    await edit(changes, { onLocked: "overwrite" })
    expect(await urls()).toEqual([[three], [three]])
    await edit({ urls: { clear: true } }, { onLocked: "overwrite" })
    expect(await urls()).toEqual([[], []])
  })

  it("rejects only the items that would have more than 100 web addresses", async () => {
    const many = (from: number, n: number) => Array.from({ length: n }, (_, at) => `${one}/${from + at}`)
    await edit({ urls: { add: many(0, 98) } })
    const { changed, skipped } = (await edit({ urls: { add: many(98, 1) } })).json.data
    const message = "An item can have at most 100 web addresses. This one would have 101."
    expect(skipped).toEqual([{ id: ids[0], title: "First", field: null, reason: "rejected", message }])
    expect([changed, (await urls()).map((each) => each.length)]).toEqual([1, [100, 100]])
    expect((await edit({ urls: { add: many(99, 1), remove: [two] } })).json.data.changed).toBe(2)
  })

  it("undoes an edit of list entries one by one, and keeps later changes", async () => {
    const { batchId } = (
      await edit({ urls: { add: [three], remove: [one] }, externalIds: { add: ["imdb:tt2"] } })
    ).json.data
    await send("PATCH", `videos/${ids[0]}`, { urls: [two, three, "https://d.example/4"] })
    await send("PATCH", `videos/${ids[1]}`, { externalIds: { imdb: "tt3" } })
    const undone = (await send("POST", "history/undo", { batchId })).json.data
    expect((await urls()).map((each) => each.toSorted())).toEqual([[one, two, "https://d.example/4"], [two]])
    expect(await externalIds()).toEqual([{ imdb: "tt1", tmdb: "7" }, { imdb: "tt3" }])
    expect(undone).toMatchObject({ skippedCount: 1, skipped: [{ field: "externalIds" }] })
  })

  it("shows the values from the files again after fields are unlocked", async () => {
    const changes = { title: { unlock: true }, urls: { unlock: true }, tag: { unlock: true } }
    await edit({ title: { set: "Renamed" }, tag: { add: ["Chosen"] } })
    const { changed, effects } = (await edit(changes)).json.data
    expect(changed).toBe(2)
    expect(effects).toContainEqual({ field: "urls", action: "unlock", value: null, count: 2 })
    const found = await read()
    expect(found.map(({ title }) => title)).toEqual(["First", "Second"])
    expect(found.map((item) => [item.urls, item.tags])).toEqual([
      [[], []],
      [[], []]
    ])
    const pathOf = async (given: object) => (await edit(given)).json.error?.fields?.[0]?.path
    expect(await pathOf({ rating: { unlock: true } })).toBe("changes.rating")
    expect(await pathOf({ isNsfw: { unlock: true } })).toBe("changes.isNsfw")
  })

  it("shows the current web addresses and ids of the selected items", async () => {
    const { fields } = (await send("POST", "items/values", { ids })).json.data
    const valuesOf = (name: string) => fields.find((field: { name: string }) => field.name === name)
    expect(valuesOf("urls")).toMatchObject({
      ...{ isList: true, type: "text" },
      values: [
        { value: two, count: 2 },
        { value: one, count: 1 }
      ]
    })
    expect(valuesOf("externalIds").values).toEqual([
      { value: "imdb:tt1", count: 1 },
      { value: "tmdb:7", count: 1 }
    ])
  })

  it("rejects invalid web addresses and ids", async () => {
    const pathOf = async (changes: object) => (await edit(changes)).json.error?.fields?.[0]?.path
    expect(await pathOf({ urls: { add: ["ftp://a.example"] } })).toBe("changes.urls")
    expect(await pathOf({ urls: { set: one } })).toBe("changes.urls")
    expect(await pathOf({ externalIds: { add: ["tt1"] } })).toBe("changes.externalIds")
    expect(await pathOf({ externalIds: { add: ["IMDB!:tt1"] } })).toBe("changes.externalIds")
    expect(await pathOf({ tag: { add: ["x".repeat(600)] } })).toBe("changes.tag")
  })
})

describe("a filter over several kinds", () => {
  it("changes matching items of all kinds in the filter", async () => {
    const picture = await makeItem(server, { kind: "image", libraryId, title: "Mixed picture" })
    const book = await makeItem(server, { kind: "book", libraryId, title: "Mixed book" })
    for (const [path, id] of [
      ["videos", ids[0]],
      ["images", picture],
      ["books", book]
    ])
      await send("PATCH", `${path}/${id}`, { tags: ["Mixed"] })
    const filter = { kind: ["video", "image"], q: "tag:Mixed" }
    const changes = { tag: { add: ["Sorted"] }, isFavorite: { set: true } }
    const refused = await send("PATCH", "items", { filter, changes, expected: 3 })
    expect([refused.status, refused.json.error.code, refused.json.error.matched]).toEqual([
      409,
      "selection_changed",
      2
    ])
    expect((await send("PATCH", "items", { filter, changes, expected: 2 })).json.data).toMatchObject({
      matched: 2,
      changed: 2
    })
    const tagged = async (path: string) =>
      (await server.get(`/api/${path}?q=tag:Sorted`, admin)).json.data.items.map(
        ({ id }: { id: string }) => id
      )
    expect([await tagged("videos"), await tagged("images"), await tagged("books")]).toEqual([
      [ids[0]],
      [picture],
      []
    ])
    const removed = await send("POST", "items/remove", {
      filter,
      except: [ids[0]],
      expected: 1,
      dryRun: true
    })
    expect(removed.json.data).toMatchObject({ matched: 1 })
  })

  it("offers the fields that all matching kinds have in common", async () => {
    const track = await makeItem(server, { kind: "track", libraryId, title: "Sound of kinds" })
    const filter = { kind: ["video", "track"], q: "kinds" }
    const { fields } = (await send("POST", "items/values", { filter })).json.data
    expect(fields.map(({ name }: { name: string }) => name)).toContain("title")
    const { json } = await send("PATCH", "items", { filter, changes: { nonsense: { set: 1 } } })
    expect(json.error.fields[0].path).toBe("changes.nonsense")
    expect(
      (await send("PATCH", "items", { filter: { kind: [] }, changes: { date: { set: "1999" } } })).status
    ).toBe(400)
    expect(track).toBeDefined()
  })
})
