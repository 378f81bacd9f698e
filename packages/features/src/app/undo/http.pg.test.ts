import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { relateFrom } from "../../catalog/relations/commands.ts"

let server: TestServer
let admin: string
let mia: string
let library: string
let hidden: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  library = await makeLibrary(server, { name: "Open" })
  hidden = await makeLibrary(server, { name: "Closed" })
  mia = (await server.account({ username: "mia", libraryIds: [library] })).token
})
afterAll(() => server.stop())

const send = async (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string, token = admin) => (await server.get(`/api/${path}`, token)).json.data
const video = (libraryId = library) => makeVideo(server, { libraryId })
const change = (id: string, body: object, token = admin) => send("PATCH", `videos/${id}`, body, token)
const history = async (id: string, token = admin) => {
  const { json } = await server.get(`/api/videos/${id}/history`, token)
  if (json.data === undefined) throw new Error(JSON.stringify(json) + JSON.stringify(server.logs.slice(-3)))
  return json.data.items
}
const undo = (body: object, token = admin) => send("POST", "history/undo", body, token)
const names = (list: ReadonlyArray<{ readonly name: string }>) => list.map(({ name }) => name)

it("shows the old and new values of changes to an item", async () => {
  const id = await video()
  const { title } = await get(`videos/${id}`)
  await change(id, { title: "Blade", tags: ["Noir"], rating: 80 })
  const [rated, related, edited] = await history(id)
  expect([rated.sentence, rated.changes]).toEqual([
    "rated {target}",
    [{ field: "rating", from: null, to: 80 }]
  ])
  expect(related.changes).toEqual([{ field: "tag", from: null, to: "Noir" }])
  expect(edited).toMatchObject({
    changes: [{ field: "title", from: title, to: "Blade" }],
    isUndoable: true,
    undoneBy: null,
    cause: "web"
  })
  const { json } = await send("POST", `videos/${id}/undo`, { batchId: edited.batchId })
  expect(json.data).toMatchObject({ undone: 2, skippedCount: 0 })
  expect(await get(`videos/${id}`)).toMatchObject({ title, tags: [], userState: { rating: null } })
  const after = await history(id)
  expect(
    after.find(({ position }: { position: number }) => position === edited.position).undoneBy
  ).toBeGreaterThan(0)

  const redo = await undo({ batchId: json.data.batchId })
  expect(redo.json.data.undone).toBe(2)
  expect(await get(`videos/${id}`)).toMatchObject({ title: "Blade", userState: { rating: 80 } })
  const again = await history(id)
  expect(again.find(({ position }: { position: number }) => position === edited.position).undoneBy).toBeNull()
})

it("does not overwrite a later change unless the request says so", async () => {
  const id = await video()
  await change(id, { title: "One", date: "2001" })
  const [{ position }] = await history(id)
  await change(id, { title: "Two" })
  const refused = await undo({ eventPosition: position })
  expect([refused.status, refused.json.error.code, refused.json.error.skipped]).toMatchObject([
    409,
    "undo_conflict",
    [{ field: "title", expected: "One", found: "Two", target: { kind: "item", id }, by: { name: "root" } }]
  ])
  expect(await get(`videos/${id}`)).toMatchObject({ title: "Two", date: "2001" })
  const dry = await undo({ eventPosition: position, dryRun: true })
  expect(dry.json.data).toMatchObject({ batchId: null, undone: 1, skippedCount: 1 })
  const partly = await undo({ eventPosition: position, onConflict: "skip" })
  expect(partly.json.data).toMatchObject({ undone: 1, skippedCount: 1 })
  expect(await get(`videos/${id}`)).toMatchObject({ title: "Two", date: null })
  const forced = await undo({ eventPosition: position, force: ["title"] })
  expect(forced.status).toBe(200)
  expect((await get(`videos/${id}`)).title).not.toBe("Two")
})

it("undoes a bulk edit as one change", async () => {
  const ids = await Promise.all([1, 2, 3].map(() => video()))
  const { json } = await send("PATCH", "items", { ids, changes: { date: { set: "1999" } } })
  await change(ids[0]!, { date: "2000" })
  const report = (await undo({ batchId: json.data.batchId })).json.data
  expect(report).toMatchObject({ undone: 2, skippedCount: 1 })
  expect(report.skipped[0]).toMatchObject({ field: "date", expected: "1999", found: "2000" })

  const tag = async (name: string) => (await send("POST", "tags", { name })).json.data.id
  const [into, from] = [await tag("Kept"), await tag("Merged")]
  await change(ids[1]!, { tags: ["Merged"] })
  await send("PUT", `tags/${from}/rating`, { rating: 40 }, mia)
  expect((await send("POST", `tags/${into}/merge`, { from: [from] })).status).toBe(200)
  expect((await server.get(`/api/tags/${from}`, admin)).status).not.toBe(200)
  const [merge] = (await get("history?kind=items")).items
  expect(merge).toMatchObject({ isUndoable: true, undoneBy: null })
  const undone = await undo({ batchId: merge.batchId })
  expect(undone.json.data.skipped).toEqual([])
  expect(names((await get(`videos/${ids[1]}`)).tags)).toEqual(["Merged"])
  expect((await get(`tags/${into}`)).aliases).toEqual([])
  expect((await get(`tags/${into}`, admin)).rating ?? null).toBeNull()
  expect(
    (await get("history?kind=items&limit=50")).items.find(
      ({ batchId }: { batchId: string }) => batchId === merge.batchId
    ).undoneBy
  ).not.toBeNull()
})

it("lets members undo only changes to their own user state", async () => {
  const id = await video()
  await change(id, { title: "Secret working title" })
  const [edit] = await history(id)
  await send("PUT", `videos/${id}/favorite`, undefined, mia)
  await send("PUT", `videos/${id}/favorite`)
  const own = await history(id, mia)
  expect(own.map(({ type }: { type: string }) => type)).toEqual(["user-item.favorited.v1"])
  expect((await undo({ eventPosition: edit.position }, mia)).status).toBe(404)
  const [entry] = await history(id)
  expect((await undo({ eventPosition: entry.position }, mia)).status).toBe(404)
  expect((await undo({ eventPosition: own[0].position })).status).toBe(404)
  expect((await undo({ eventPosition: own[0].position }, mia)).json.data.undone).toBe(1)
  expect((await get(`videos/${id}`, mia)).userState.isFavorite).toBe(false)
  expect((await get(`videos/${id}`)).userState.isFavorite).toBe(true)
})

it("restores a tag that was deleted when an edit removed the tag from the last item", async () => {
  const id = await video()
  await server.run(relateFrom("nfo", id, { tags: ["Western"] }, { cause: "job" }))
  await change(id, { tags: ["Eastern"] })
  // The tag came from a file and is no longer used by any item, so it was deleted.
  expect(names((await get("tags?perPage=100")).items)).not.toContain("Western")
  const [given] = await history(id)
  const { json } = await send("POST", `videos/${id}/undo`, { batchId: given.batchId })
  expect(json.data.skippedCount).toBe(0)
  expect(names((await get(`videos/${id}`)).tags)).toEqual(["Western"])
})

it("omits hidden items from undo reports and histories", async () => {
  const secret = await video(hidden)
  const shown = await video()
  for (const path of ["history", "as-of"])
    expect((await server.get(`/api/videos/${secret}/${path}`, mia)).status).toBe(404)
  expect((await send("POST", `videos/${secret}/undo`, { sincePosition: 0 }, mia)).status).toBe(404)
  const { json } = await send("PATCH", "items", { ids: [secret, shown], changes: { isNsfw: { set: true } } })
  const other = (await server.account({ username: "ann", role: "administrator" })).token
  await send("PATCH", "auth/me", { showNsfw: false }, other)
  const report = await undo({ batchId: json.data.batchId, dryRun: true }, other)
  expect(JSON.stringify(report.json)).not.toContain(secret)
})

it("shows and restores an earlier state of an item", async () => {
  const id = await video()
  await change(id, { title: "Early", tags: ["Old"] })
  const at = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await change(id, { title: "Late", tags: ["New"] })
  const then = await get(`videos/${id}/as-of?at=${at}`)
  // Check the values after each event of the same request.
  const [late] = (await get(`videos/${id}/history`)).items
  const after = await get(`videos/${id}/as-of?position=${late.position}`)
  expect([after.position, after.values]).toEqual([late.position, []])
  expect(after.same).toContainEqual({ part: "title", field: "title", value: "Late" })
  expect((await server.get(`/api/videos/${id}/as-of?position=1`, admin)).status).toBe(404)
  expect(
    then.values.map(({ field, value, now }: Record<string, unknown>) => [field, value, now]).toSorted()
  ).toEqual(
    [
      ["tag", "Old", null],
      ["tag", null, "New"],
      ["title", "Early", "Late"]
    ].toSorted()
  )
  const { json } = await send("POST", `videos/${id}/undo`, { sincePosition: then.position })
  expect(json.data).toMatchObject({ undone: 1, skippedCount: 0 })
  const now = await get(`videos/${id}`)
  expect([now.title, names(now.tags)]).toEqual(["Early", ["Old"]])
})

it("undoes an edit to the tags of many items as one change", async () => {
  const ids = await Promise.all([1, 2, 3].map(() => video()))
  await change(ids[0]!, { tags: ["Draft", "Blue"], studio: "Alpha" })
  await change(ids[1]!, { tags: ["Draft"], studio: "Beta" })
  const { json: counted } = await send("POST", "items/values", { ids })
  expect(counted.data.matched).toBe(3)
  const fields: ReadonlyArray<{ name: string; total: number; values: object }> = counted.data.fields
  const field = (name: string) => fields.find((one) => one.name === name)
  expect(field("studio")).toMatchObject({ total: 2, isList: false, canClear: true })
  expect(field("tag")!.values).toEqual([
    { value: "Draft", count: 2 },
    { value: "Blue", count: 1 }
  ])
  const trial = await send("PATCH", "items", {
    ...{ ids: [...ids, library], dryRun: true, isTried: true },
    changes: { tag: { remove: ["Draft"] } }
  })
  expect(trial.json.data).toMatchObject({ matched: 3, changed: 2, unchanged: 1, failedCount: 1 })
  expect(names((await get(`videos/${ids[1]}`)).tags)).toEqual(["Draft"])
  const edit = await send("PATCH", "items", {
    ids,
    onLocked: "overwrite",
    changes: {
      ...{ tag: { add: ["Fresh"], remove: ["Draft"] }, studio: { set: "Gamma" } },
      isOrganized: { set: true }
    }
  })
  expect(edit.json.data).toMatchObject({ changed: 3, failedCount: 0 })
  const tagsOf = async () =>
    Promise.all(ids.map(async (id) => names((await get(`videos/${id}`)).tags).toSorted()))
  const studiosOf = async () => Promise.all(ids.map(async (id) => (await get(`videos/${id}`)).studio?.name))
  expect([await tagsOf(), await studiosOf()]).toEqual([
    [["Blue", "Fresh"], ["Fresh"], ["Fresh"]],
    ["Gamma", "Gamma", "Gamma"]
  ])
  const undone = await undo({ batchId: edit.json.data.batchId })
  expect(undone.json.data).toMatchObject({ skippedCount: 0 })
  expect([await tagsOf(), await studiosOf()]).toEqual([
    [["Blue", "Draft"], ["Draft"], []],
    ["Alpha", "Beta", undefined]
  ])
  await send("PATCH", "items", { ids, onLocked: "overwrite", changes: { tag: { replace: ["Only"] } } })
  expect(await tagsOf()).toEqual([["Only"], ["Only"], ["Only"]])
  expect((await send("PATCH", "items", { ids, changes: { tag: { replace: [], add: ["x"] } } })).status).toBe(
    400
  )
})
