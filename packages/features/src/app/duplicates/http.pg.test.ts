import { EventStore } from "@media/event-store/EventStore"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { appendFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let token = ""
let root = ""
let library: Awaited<ReturnType<typeof openLibrary>>
let ids: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  root = join(server.media, "films")
  mkdirSync(root)
  writeTree(root, { "a.mp4": "aaaa", "b.mp4": "bbbb", "c.mp4": "cccc", "d.mp4": "dddd", "e.mp4": "eeee" })
  library = await openLibrary(server, [root], { name: "Films" })
  await library.scan()
  const rows = await library.videos()
  ids = Object.fromEntries(rows.map((row) => [String(row.title), String(row.id)]))
  await Promise.all([
    examined("a", { md5: "11", phash: "f0f0f0f0f0f0f0f0", width: 1280, duration: 60 }),
    examined("b", { md5: "11", phash: "f0f0f0f0f0f0f0f0", width: 1920, duration: 60 }),
    examined("c", { md5: "22", phash: "f0f0f0f0f0f0f0f7", width: 640, duration: 62 }),
    examined("d", { md5: "33", phash: "f0f0f0f0f0f00ff7", width: 640, duration: 62 }),
    examined("e", { md5: "44", phash: "0123456789abcdef", width: 640, duration: 62 })
  ])
})
afterAll(() => server.stop())

const append = async (streamId: string, events: ReadonlyArray<object>) => {
  const [row] = await server.rows("select max(version) as v from events where stream_id = $1", [streamId])
  await server.run(
    Effect.flatMap(EventStore, (store) =>
      store.append([{ streamId, expectedVersion: Number(row!["v"]), events: events as never }], {
        cause: "test"
      })
    )
  )
}
/** Stores the results of an item's jobs without running the jobs. */
const examined = async (
  title: string,
  { md5, phash, ...facts }: { md5: string; phash: string; width: number; duration: number }
) => {
  const [file] = await server.rows("select size_bytes, mtime_ms from item_files where item_id = $1", [
    ids[title]
  ])
  const stamp = { size: Number(file!["size_bytes"]), mtimeMs: Number(file!["mtime_ms"]) }
  await append(ids[title]!, [
    {
      _tag: "video.probed.v1",
      ...stamp,
      ...facts,
      height: (facts.width / 16) * 9,
      frameRate: 25,
      bitRate: 1_000,
      container: "mp4",
      videoCodec: "h264",
      audioCodec: null,
      oshash: null,
      facts: {}
    },
    { _tag: "item.fingerprinted.v1", ...stamp, md5: md5.repeat(16), oshash: null },
    { _tag: "item.phashed.v1", ...stamp, phash, reason: null }
  ])
}
const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const { json, status } = await server.request(method, path, {
    token,
    ...(body === undefined ? {} : { body })
  })
  return { status, data: json.data, error: json.error }
}
const groups = async (query: string): Promise<Json> => {
  const { items } = (await ask("GET", `/api/duplicates?${query}`)).data
  return items.map((group: Json) =>
    group.items
      .map(({ item }: Json) => item.title)
      .sort()
      .join("")
  )
}
const markers = async (title: string): Promise<Json> =>
  (await ask("GET", `/api/videos/${ids[title]}/markers`)).data.map((one: Json) => one.title)
const state = async (title: string): Promise<Json> => (await ask("GET", `/api/videos/${ids[title]}`)).data

it("groups items whose hashes differ by at most the requested distance", async () => {
  expect(await groups("")).toEqual(["ab"])
  expect(await groups("distance=2")).toEqual(["ab"])
  expect(await groups("distance=3")).toEqual(["abc"])
  expect(await groups("distance=3&seconds=1")).toEqual(["ab"])
  const [group] = (await ask("GET", "/api/duplicates?distance=3")).data.items
  expect(group).toMatchObject({
    isIdentical: false,
    count: 3,
    keepId: ids["b"],
    keepBecause: "resolution",
    spare: 8
  })
  const bits = Object.fromEntries(
    group.items.map(({ bits, isSame, item }: Json) => [item.title, [bits, isSame]])
  )
  expect(bits).toEqual({ a: [0, true], b: [0, true], c: [3, false] })
  const byAge = (await ask("GET", "/api/duplicates?keepBy=oldest")).data.items[0]
  expect([ids["a"], ids["b"]]).toContain(byAge.keepId)
  expect((await ask("GET", "/api/duplicates?distance=11")).status).toBe(400)
})

it("remembers dismissed pairs until the dismissal is undone", async () => {
  const dismiss = (itemIds: ReadonlyArray<string | undefined>) =>
    ask("POST", "/api/duplicates/dismissals", { itemIds })
  const first = await dismiss([ids["a"], ids["c"]])
  expect(await groups("distance=3")).toEqual(["ab"])
  const second = await dismiss([ids["b"], ids["c"]])
  expect(await groups("distance=3")).toEqual(["ab"])
  const remembered = async (query = "") => (await ask("GET", `/api/duplicates/dismissals${query}`)).data
  const titlesOf = ({ items }: Json) => items.map(({ title }: Json) => title).sort()
  const list = await remembered()
  expect([list.total, ...list.items.map(titlesOf)]).toEqual([2, ["b", "c"], ["a", "c"]])
  expect(Math.abs(Date.now() - Date.parse(list.items[0].at))).toBeLessThan(600_000)
  expect((await remembered("?page=2&perPage=1")).items.map(titlesOf)).toEqual([["a", "c"]])
  for (const { data } of [first, second])
    expect((await ask("DELETE", `/api/duplicates/dismissals/${data.dismissalId}`)).status).toBe(200)
  expect(await groups("distance=3")).toEqual(["abc"])
  expect(await remembered()).toMatchObject({ items: [], total: 0 })
  expect((await ask("DELETE", `/api/duplicates/dismissals/${first.data.dismissalId}`)).status).toBe(404)
  expect((await dismiss([ids["a"], first.data.dismissalId])).status).toBe(404)
})

it("merges details into the kept item and moves the other items to the trash", async () => {
  await ask("PUT", `/api/videos/${ids["a"]}/rating`, { rating: 80 })
  await ask("PUT", `/api/videos/${ids["a"]}/favorite`)
  await ask("PUT", `/api/videos/${ids["c"]}/progress`, { position: 30, duration: 62 })
  await ask("PATCH", `/api/videos/${ids["c"]}`, {
    isOrganized: true,
    details: "Told",
    title: "Named",
    isNsfw: true
  })
  for (const marker of [
    { title: "Intro", start: 3 },
    { title: "Scene", start: 20, end: 25 },
    { title: "Behind the end", start: 61.5 }
  ])
    await ask("POST", `/api/videos/${ids["c"]}/markers`, marker)
  await ask("POST", `/api/videos/${ids["b"]}/markers`, { title: "intro", start: 2 })
  await ask("PATCH", `/api/videos/${ids["b"]}`, { date: "2020" })
  const before = await state("b")

  const body = { keepId: ids["b"], removeIds: [ids["a"], ids["c"]], deleteFile: true }
  const { data, status } = await ask("POST", "/api/duplicates/resolutions", body)
  expect([status, data.removed, data.failed]).toEqual([200, 2, []])
  expect(await state("b")).toMatchObject({
    isOrganized: true,
    details: "Told",
    date: "2020",
    title: "Named",
    isNsfw: true,
    userState: { rating: 80, isFavorite: true, position: 30 }
  })
  expect(await markers("b")).toEqual(["intro", "Scene"])
  expect((await ask("GET", `/api/videos/${ids["a"]}`)).status).toBe(404)
  expect(await groups("distance=3")).toEqual([])

  const { batchId } = data
  const [entry] = (await ask("GET", "/api/history?kind=items")).data.items
  expect(entry).toMatchObject({ batchId, isUndoable: true, whyNot: null, undoneBy: null })
  const tried = await ask("POST", "/api/history/undo", { batchId, dryRun: true })
  expect([tried.status, tried.data.skippedCount, existsSync(join(root, "a.mp4"))]).toEqual([200, 0, false])
  const undone = await ask("POST", "/api/history/undo", { batchId })
  expect([undone.status, undone.data.skipped]).toEqual([200, []])
  expect([existsSync(join(root, "a.mp4")), existsSync(join(root, "c.mp4"))]).toEqual([true, true])
  expect((await state("a")).userState).toMatchObject({ rating: 80, isFavorite: true })
  const after = await state("b")
  const { date, details, isNsfw, isOrganized, title } = before
  expect(after).toMatchObject({ date, details, isNsfw, isOrganized, title })
  expect([title, isNsfw, await markers("b")]).toEqual(["b", false, ["intro"]])
  await ask("PATCH", `/api/videos/${ids["c"]}`, { title: "c", isNsfw: false })
  expect(after.userState).toMatchObject({ rating: null, isFavorite: false, position: 0 })
  expect(await groups("distance=3")).toEqual(["abc"])
  const again = await ask("POST", "/api/history/undo", { batchId })
  expect(again.data).toMatchObject({ undone: 0, batchId: null })
})

it("undoes a batch of several resolutions as long as the items are in the trash", async () => {
  const resolve = async (keep: string, remove: string, batchId?: string): Promise<Json> =>
    (
      await ask("POST", "/api/duplicates/resolutions", {
        keepId: ids[keep],
        removeIds: [ids[remove]],
        batchId
      })
    ).data
  const batches = async (): Promise<Json> => (await ask("GET", "/api/duplicates/batches")).data
  const undo = (batchId: string) => ask("POST", "/api/history/undo", { batchId })
  const { batchId, resolutionId } = await resolve("a", "b")
  expect(batchId).toBe(resolutionId)
  expect((await resolve("c", "d", batchId)).batchId).toBe(batchId)
  const list = await batches()
  expect(list).toMatchObject({
    total: 1,
    items: [{ id: batchId, groups: 2, removed: 2, titles: ["b", "d"] }]
  })
  expect(list.items[0].by).not.toBeNull()
  expect(Date.parse(list.items[0].expiresAt) - Date.parse(list.items[0].at)).toBeGreaterThan(29 * 86_400_000)

  await ask("POST", `/api/trash/${ids["b"]}/restore`)
  expect((await batches()).items).toMatchObject([{ groups: 1, removed: 1, titles: ["d"] }])
  const reasons = async () => (await undo(batchId)).data.skipped.map(({ reason }: Json) => reason)
  expect(await reasons()).toEqual(["This item is no longer in the trash."])
  expect(await groups("distance=3")).toEqual(["abc"])
  expect((await batches()).total).toBe(0)
  const strange = "01890000-0000-7000-8000-000000000000"
  const other = await resolve("a", "b", strange)
  expect(other.batchId).toBe(other.resolutionId)
  expect((await undo(other.batchId)).data).toMatchObject({ skippedCount: 0 })
  expect(await groups("distance=3")).toEqual(["abc"])
})

it("rejects the removal of the kept item and of unknown items", async () => {
  const keepId = ids["b"]
  const resolve = (removeIds: ReadonlyArray<string | undefined>) =>
    ask("POST", "/api/duplicates/resolutions", { keepId, removeIds })
  expect((await resolve([keepId])).error.code).toBe("validation")
  expect((await resolve(["01890000-0000-7000-8000-000000000000"])).status).toBe(404)
  expect((await resolve([])).status).toBe(400)
})

it("rejects a resolution of items that are not duplicates of each other", async () => {
  for (const deleteFile of [false, true]) {
    const resolve = (keep: string, ...remove: ReadonlyArray<string>) =>
      ask("POST", "/api/duplicates/resolutions", {
        keepId: ids[keep],
        removeIds: remove.map((title) => ids[title]),
        deleteFile
      })
    expect((await resolve("a", "e")).status).toBe(409)
    expect((await resolve("a", "b", "e")).status).toBe(409)
    const told = await ask("POST", "/api/duplicates/dismissals", { itemIds: [ids["a"], ids["b"]] })
    expect((await resolve("a", "b")).status).toBe(409)
    await ask("DELETE", `/api/duplicates/dismissals/${told.data.dismissalId}`)
    expect((await state("e")).userState).toMatchObject({ rating: null })
  }
  // "b" and "d" differ in eleven bits, and "c" is similar to both.
  const { data } = await ask("POST", "/api/duplicates/resolutions", {
    keepId: ids["b"],
    removeIds: [ids["d"]]
  })
  expect(data).toMatchObject({ removed: 1, failed: [] })
  await ask("POST", "/api/history/undo", { batchId: data.batchId })
})

it("moves no file to the trash if the file to keep is missing or has changed", async () => {
  writeTree(root, { "real.mp4": "the only one", "second.mp4": "the only one" })
  symlinkSync("real.mp4", join(root, "link.mp4"))
  await library.scan()
  const rows = await library.videos()
  const idOf = (title: string): string => rows.find((row) => row.title === title)!.id
  for (const title of ["real", "link", "second"]) {
    ids = { ...ids, [title]: idOf(title) }
    await examined(title, { md5: "55", phash: "f00000000000000f", width: 640, duration: 9 })
  }
  const resolve = (keep: string, remove: string) =>
    server.request("POST", "/api/duplicates/resolutions", {
      token,
      body: { keepId: idOf(keep), removeIds: [idOf(remove)], deleteFile: true }
    })
  expect((await resolve("link", "real")).status).toBe(409)
  appendFileSync(join(root, "second.mp4"), "!")
  expect((await resolve("second", "real")).status).toBe(409)
  rmSync(join(root, "second.mp4"))
  expect((await resolve("second", "real")).status).toBe(409)
  expect(existsSync(join(root, "real.mp4"))).toBe(true)
})
