import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runRules } from "./appeared.ts"

let server: TestServer
let admin: string
let other: string
let member: string
let library: string
let elsewhere: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  library = await makeLibrary(server, { name: "Home videos" })
  elsewhere = await makeLibrary(server, { name: "Elsewhere" })
  other = (await server.account({ username: "other", role: "administrator" })).token
  member = (await server.account({ username: "mia", libraryIds: [library] })).token
})
afterAll(() => server.stop())

const send = async (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string, token = admin) => (await server.get(`/api/${path}`, token)).json.data
const rule = {
  name: "Trips",
  kind: "image",
  libraryIds: null,
  text: "Norway",
  actions: { addTags: ["Trip"] }
}
const create = async (fields: object = {}) => {
  const { json, status } = await send("POST", "rules", { ...rule, ...fields })
  expect([status, json.error]).toEqual([201, undefined])
  return json.data.id as string
}
const image = (fields: { readonly libraryId: string; readonly title: string; readonly isNsfw?: boolean }) =>
  makeItem(server, { kind: "image", ...fields })
/**
 * Runs rules until they have processed all events. One run may not be enough, because open transactions of other tests
 * delay the events that rules may read.
 */
const run = () =>
  eventually(async () => {
    await server.run(runRules())
    const rows = await server.rows(`select from events e, rule_cursor c
      where (e.xid, e.position) > (c.xid::xid8, c.position)`)
    return rows.length === 0
  })
const tagsOf = async (id: string) =>
  (await get(`images/${id}`)).tags.map(({ name }: { readonly name: string }) => name)
const remove = (id: string) => send("DELETE", `rules/${id}`)

it("shows administrators only their own rules", async () => {
  const id = await create()
  expect((await send("POST", "rules", rule, member)).status).toBe(403)
  expect((await get("rules", other)).length).toBe(0)
  expect((await send("PATCH", `rules/${id}`, { name: "Mine" }, other)).status).toBe(404)
  expect((await send("PATCH", `rules/${id}`, { name: "Travel" })).json.data.name).toBe("Travel")
  expect((await get("rules")).map(({ name }: { readonly name: string }) => name)).toEqual(["Travel"])
  await remove(id)
  expect(await get("rules")).toEqual([])
})

it("rejects an invalid query, an unknown library, and a rule without actions", async () => {
  expect((await send("POST", "rules", { ...rule, text: "resolution:big" })).status).toBe(400)
  expect((await send("POST", "rules", { ...rule, actions: {} })).status).toBe(400)
  const unknown = "01900000-0000-7000-8000-000000000000"
  expect((await send("POST", "rules", { ...rule, libraryIds: [unknown] })).status).toBe(404)
})

it("changes each new matching item exactly once", async () => {
  await run()
  const before = await image({ libraryId: library, title: "Norway before" })
  await run()
  const id = await create({
    libraryIds: [library],
    actions: { addTags: ["Trip"], isOrganized: true, isFavorite: true }
  })
  const matching = await image({ libraryId: library, title: "Norway 2024" })
  const wrongTitle = await image({ libraryId: library, title: "Sweden" })
  const wrongLibrary = await image({ libraryId: elsewhere, title: "Norway too" })
  const unready = await makeItem(server, { libraryId: library, title: "Norway unread" })
  const videoRule = await create({ kind: "video" })
  await run()
  expect(await tagsOf(matching)).toEqual(["Trip"])
  expect(await get(`images/${matching}`)).toMatchObject({
    isOrganized: true,
    userState: { isFavorite: true }
  })
  expect((await get(`images/${matching}`, other)).userState.isFavorite).toBe(false)
  for (const each of [before, wrongTitle, wrongLibrary]) expect(await tagsOf(each)).toEqual([])
  expect((await get(`videos/${unready}`)).tags).toEqual([])
  await remove(videoRule)

  // A user removes the tag. The rule does not add the tag again.
  await send("PATCH", `images/${matching}`, { tags: [] })
  await run()
  expect(await tagsOf(matching)).toEqual([])
  await remove(id)
})

it("changes an item once when it moves into the library, even after an undo", async () => {
  const id = await create({ libraryIds: [library], actions: { addTags: ["Moved"] } })
  const everywhere = await create({ actions: { addTags: ["Seen"] } })
  const moved = await image({ libraryId: elsewhere, title: "Norway moved" })
  await run()
  expect(await tagsOf(moved)).toEqual(["Seen"])
  await send("PATCH", `images/${moved}`, { tags: [] })
  const move = async (libraryId: string) => {
    const [row] = await server.rows("select max(version) as v from events where stream_id = $1", [moved])
    const location = {
      libraryId,
      rootId: uuidv7(),
      path: "n.jpg",
      pathBytes: "bi5qcGc=",
      size: 1,
      mtimeMs: 1
    }
    const event = { _tag: "item.file-moved.v1", ...location } as never
    await server.run(
      Effect.flatMap(EventStore, (store) =>
        store.append([{ streamId: moved, expectedVersion: Number(row!["v"]), events: [event] }], {
          cause: "scan"
        })
      )
    )
    await run()
  }
  await move(library)
  expect(await tagsOf(moved)).toEqual(["Moved"])
  await send("POST", `rules/${id}/undo`, {})
  expect(await tagsOf(moved)).toEqual([])
  // After a move within its library, the item does not count as new.
  await move(library)
  expect(await tagsOf(moved)).toEqual([])
  await remove(id)
  await remove(everywhere)
})

it("lists the runs of a rule and undoes all of them", async () => {
  const id = await create({ actions: { addTags: ["Trip"], isOrganized: true } })
  const first = await image({ libraryId: library, title: "Norway one" })
  await run()
  const second = await image({ libraryId: library, title: "Norway two" })
  await run()
  const runs = await get(`rules/${id}/runs`)
  expect(runs.map(({ count, isUndone }: { count: number; isUndone: boolean }) => [count, isUndone])).toEqual([
    [1, false],
    [1, false]
  ])
  const [newest] = (await get(`images/${first}/history`)).items
  expect(newest).toMatchObject({ cause: "rule", isUndoable: true })
  await send("PATCH", `images/${second}`, { isOrganized: false })

  const tried = await send("POST", `rules/${id}/undo`, { dryRun: true })
  expect(tried.json.data).toMatchObject({ batchId: null, undone: 2, skippedCount: 0 })
  expect(await tagsOf(first)).toEqual(["Trip"])
  const undone = await send("POST", `rules/${id}/undo`, {})
  expect(undone.json.data).toMatchObject({ undone: 2, skippedCount: 0 })
  expect(await tagsOf(first)).toEqual([])
  expect(await tagsOf(second)).toEqual([])
  expect((await get(`rules/${id}/runs`)).map(({ isUndone }: { isUndone: boolean }) => isUndone)).toContain(
    true
  )
  await send("POST", "history/undo", { batchId: undone.json.data.batchId })
  expect(await tagsOf(first)).toEqual(["Trip"])
  await remove(id)
})

it("previews only items that the caller may see", async () => {
  await image({ libraryId: library, title: "Iceland open" })
  await image({ libraryId: library, title: "Iceland hidden", isNsfw: true })
  const condition = { kind: "image", libraryIds: null, text: "Iceland" }
  expect((await send("POST", "rules/preview", condition)).json.data.matched).toBe(2)
  await send("PATCH", "auth/me", { showNsfw: false })
  const { data } = (await send("POST", "rules/preview", condition)).json
  expect([data.matched, data.sample.map(({ title }: { title: string }) => title)]).toEqual([
    1,
    ["Iceland open"]
  ])
  await send("PATCH", "auth/me", { showNsfw: true })
})

it("queues a single job to apply a rule to existing items", async () => {
  const id = await create({ text: "Iceland", actions: { addTags: ["Cold"] } })
  const { json } = await send("POST", `rules/${id}/run`)
  const [job] = await server.rows("select payload from job_runs where batch_id = $1", [json.data.batchId])
  expect(job!["payload"]).toMatchObject({ change: { of: "rule", body: { ruleId: id } } })
  await remove(id)
})
