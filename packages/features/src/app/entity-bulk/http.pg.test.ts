import { uuidv7 } from "@media/kernel/Ids"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: string
let library: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  library = await makeLibrary(server)
  mia = (await server.account({ username: "mia", libraryIds: [library] })).token
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string, token = admin) => (await server.get(`/api/${path}`, token)).json.data
const create = async (kind: string, body: object): Promise<string> =>
  (await send("POST", kind, body)).json.data.id
const edit = async (body: object) => (await send("PATCH", "entities", body)).json.data
const names = (list: ReadonlyArray<{ readonly name: string }>) => list.map(({ name }) => name)

it("sets the parent of many tags in one batch and reports cycles", async () => {
  const animals = await create("tags", { name: "Animals" })
  const cats = await create("tags", { name: "Cats" })
  const dogs = await create("tags", { name: "Dogs" })
  const world = await create("tags", { name: "World" })
  await send("PATCH", `tags/${animals}`, { parentIds: [world] })
  const body = { kind: "tag", ids: [cats, dogs, world], changes: { parent: { add: [animals] } } }

  const tried = await edit({ ...body, dryRun: true })
  expect(tried).toMatchObject({ batchId: null, changed: 2, unchanged: 0 })
  expect(names(tried.failed)).toEqual(["World"])
  expect((await get(`tags/${cats}`)).parents).toEqual([])

  const done = await edit(body)
  expect(done).toMatchObject({ changed: 2, unchanged: 0 })
  expect(names((await get(`tags/${animals}/children`)).items)).toEqual(["Cats", "Dogs"])
  expect(await edit({ ...body, ids: [cats] })).toMatchObject({ batchId: null, changed: 0, unchanged: 1 })
  await send("POST", "history/undo", { batchId: done.batchId })
  expect((await get(`tags/${animals}/children`)).items).toEqual([])
})

it("restores all performers of a bulk deletion with one undo", async () => {
  const id = await makeVideo(server, { libraryId: library })
  await send("PATCH", `videos/${id}`, { performers: ["Ann", "Ben", "Cleo"] })
  const people = (await get(`videos/${id}`)).performers as ReadonlyArray<{ id: string; name: string }>
  const ids = people.slice(0, 2).map((one) => one.id)
  const body = { kind: "performer", ids: [...ids, uuidv7()] }
  const tried = (await send("POST", "entities/remove", { ...body, dryRun: true })).json.data
  expect([tried.changed, tried.failed.length]).toEqual([2, 1])
  expect((await get(`videos/${id}`)).performers.length).toBe(3)
  const done = (await send("POST", "entities/remove", body)).json.data
  expect(names((await get(`videos/${id}`)).performers)).toEqual(["Cleo"])
  await send("POST", "history/undo", { batchId: done.batchId })
  expect(names((await get(`videos/${id}`)).performers)).toEqual(["Ann", "Ben", "Cleo"])
})

it("undoes a merge of several performers and restores the performers of every item", async () => {
  const one = await makeVideo(server, { libraryId: library })
  const two = await makeVideo(server, { libraryId: library })
  await send("PATCH", `videos/${one}`, { performers: ["Dora", "Emil"] })
  await send("PATCH", `videos/${two}`, { performers: ["Finn", "Emil"] })
  const [dora, emil] = (await get(`videos/${one}`)).performers as ReadonlyArray<{ id: string }>
  const [finn] = (await get(`videos/${two}`)).performers as ReadonlyArray<{ id: string }>
  const merged = await send("POST", `performers/${dora!.id}/merge`, { from: [emil!.id, finn!.id] })
  expect(merged.status).toBe(200)
  expect(names((await get(`videos/${two}`)).performers)).toEqual(["Dora"])
  const [entry] = (await get(`performers/${dora!.id}/history`)).items
  const { json } = await send("POST", "history/undo", { batchId: entry.batchId })
  expect(json.data.skippedCount).toBe(0)
  expect(names((await get(`videos/${one}`)).performers).toSorted()).toEqual(["Dora", "Emil"])
  expect(names((await get(`videos/${two}`)).performers).toSorted()).toEqual(["Emil", "Finn"])
})

it("sets and clears fields of several entities", async () => {
  const ids = [await create("performers", { name: "Gina" }), await create("performers", { name: "Hugo" })]
  const facts = { country: { set: "SE" }, heightCm: { set: 180 }, isFavorite: { set: true } }
  expect(await edit({ kind: "performer", ids, changes: facts })).toMatchObject({ changed: 2, failed: [] })
  expect(await get(`performers/${ids[1]}`)).toMatchObject({
    ...{ country: "SE", heightCm: 180 },
    userState: { isFavorite: true }
  })
  await edit({ kind: "performer", ids, changes: { heightCm: { clear: true } } })
  expect((await get(`performers/${ids[0]}`)).heightCm).toBeNull()
  const top = await create("studios", { name: "Top" })
  const low = await create("studios", { name: "Low" })
  const parentsOf = async () => names((await get(`studios/${low}`)).parents)
  await edit({ kind: "studio", ids: [low], changes: { parent: { set: top } } })
  expect(await parentsOf()).toEqual(["Top"])
  await edit({ kind: "studio", ids: [low], changes: { parent: { clear: true } } })
  expect(await parentsOf()).toEqual([])
})

it("sets favorites for a member without revealing hidden entities", async () => {
  const id = await makeVideo(server, { libraryId: library })
  await send("PATCH", `videos/${id}`, { tags: ["Seen"] })
  const seen = (await get(`videos/${id}`)).tags[0].id
  const unseen = await create("tags", { name: "Unseen" })
  const body = { kind: "tag", ids: [seen, unseen], changes: { isFavorite: { set: true } } }
  const { json } = await send("PATCH", "entities", body, mia)
  expect(json.data).toMatchObject({
    changed: 1,
    failed: [{ id: unseen, name: null, message: "Tag not found." }]
  })
  expect((await get(`tags/${seen}`, mia)).userState.isFavorite).toBe(true)
  expect((await send("PATCH", "entities", { ...body, changes: { isNsfw: { set: true } } }, mia)).status).toBe(
    403
  )
})

it("rejects requests that are invalid or that change nothing", async () => {
  const ids = [uuidv7()]
  const status = async (body: object) => (await send("PATCH", "entities", body)).status
  expect(await status({ kind: "performer", ids, changes: { parent: { add: ids } } })).toBe(400)
  expect(await status({ kind: "tag", ids, changes: {} })).toBe(400)
  expect(await status({ kind: "tag", ids: [], changes: { isNsfw: { set: true } } })).toBe(400)
  expect(await status({ kind: "tag", ids, changes: { gender: { set: "female" } } })).toBe(400)
  expect(await status({ kind: "performer", ids, changes: { gender: { set: "none" } } })).toBe(400)
  expect(await status({ kind: "tag", ids, changes: { parent: { add: ["Nowhere"] } } })).toBe(400)
  expect(await status({ kind: "tag", changes: { isNsfw: { set: true } } })).toBe(400)
  expect(await status({ kind: "tag", ids, filter: {}, changes: { isNsfw: { set: true } } })).toBe(400)
  expect(await status({ kind: "tag", ids, expected: 1, changes: { isNsfw: { set: true } } })).toBe(400)
  expect(await status({ kind: "tag", filter: { q: "(" }, changes: { isNsfw: { set: true } } })).toBe(400)
})

it("changes all matching entities in one batch", async () => {
  const made: Array<string> = []
  for (let n = 0; n < 6; n += 1) made.push(await create("tags", { name: `Bulk ${n}` }))
  const filter = { q: "bulk" }
  const body = { kind: "tag", filter, except: [made[0]], changes: { isNsfw: { set: true } } }
  const refused = await send("PATCH", "entities", { ...body, expected: 6 })
  expect([refused.status, refused.json.error]).toEqual([
    409,
    { code: "selection_changed", message: "The selection has changed: 5 tags match now.", matched: 5 }
  ])
  const tried = await edit({ ...body, expected: 5, dryRun: true })
  expect(tried).toMatchObject({ batchId: null, matched: 5, changed: 5, next: null })
  const done = await edit({ ...body, expected: 5 })
  expect(done).toMatchObject({ matched: 5, changed: 5, unchanged: 0, failed: [], next: null })
  expect((await get(`tags/${made[0]}`)).isNsfw).toBe(false)
  const more = await edit({
    kind: "tag",
    filter,
    changes: { isFavorite: { set: true } },
    batchId: done.batchId
  })
  expect(more).toMatchObject({ batchId: done.batchId, matched: 6, changed: 6 })
  await send("POST", "history/undo", { batchId: done.batchId })
  expect((await get("tags?q=bulk%20is:nsfw")).total).toBe(0)
  expect((await get("tags?favorite=true&q=bulk")).total).toBe(0)
  const gone = (await send("POST", "entities/remove", { kind: "tag", filter, expected: 6 })).json.data
  expect(gone).toMatchObject({ changed: 6 })
  expect((await get("tags?q=bulk")).total).toBe(0)
})

it("continues a bulk edit after the last entity of the previous request", async () => {
  const made: Array<string> = []
  for (let n = 0; n < 3; n += 1) made.push(await create("studios", { name: `Cursor ${n}` }))
  const sorted = made.toSorted()
  const body = { kind: "studio", filter: { q: "cursor" }, changes: { isFavorite: { set: true } } }
  const rest = await edit({ ...body, cursor: { after: sorted[0], until: sorted[1] } })
  expect(rest).toMatchObject({ matched: 1, changed: 1, next: null })
  expect((await get(`studios/${sorted[1]}`)).userState.isFavorite).toBe(true)
})

it("changes only entities that are visible to the member", async () => {
  const id = await makeVideo(server, { libraryId: library })
  await send("PATCH", `videos/${id}`, { tags: ["Public match"] })
  await create("tags", { name: "Private match" })
  const body = { kind: "tag", filter: { q: "match" }, changes: { isFavorite: { set: true } } }
  expect((await send("PATCH", "entities", { ...body, expected: 2 }, mia)).json.error).toMatchObject({
    matched: 1
  })
  expect((await send("PATCH", "entities", { ...body, expected: 1 }, mia)).json.data).toMatchObject({
    changed: 1
  })
})

it("shows the current values of the selected performers", async () => {
  const one = await create("performers", { name: "Value Ada", gender: "female", heightCm: 170 })
  await create("performers", { name: "Value Bea", gender: "female" })
  const values = async (body: object, token = admin) =>
    (await send("POST", "entities/values", { kind: "performer", ...body }, token)).json
  const { fields, matched } = (await values({ filter: { q: "value" }, expected: 2 })).data
  const valuesOf = (name: string) => fields.find((field: { name: string }) => field.name === name)
  expect(matched).toBe(2)
  expect(valuesOf("gender")).toMatchObject({
    type: "choice",
    total: 1,
    values: [{ value: "female", count: 2 }]
  })
  expect(valuesOf("heightCm")).toMatchObject({
    ...{ type: "number", total: 2 },
    values: [
      { value: 170, count: 1 },
      { value: null, count: 1 }
    ]
  })
  expect((await values({ ids: [one] })).data.matched).toBe(1)
  expect((await values({ filter: { q: "value" }, expected: 3 })).error).toMatchObject({ matched: 2 })
  const seen = (await values({ filter: { q: "value" } }, mia)).data
  expect(seen.matched).toBe(0)
  expect(seen.fields.map(({ name }: { name: string }) => name)).toEqual(["isFavorite", "rating"])
})
