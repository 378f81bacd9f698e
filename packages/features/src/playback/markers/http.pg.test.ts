import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let member: string
let stranger: string
let video: string

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const libraryId = await makeLibrary(server, { name: "Films" })
  member = (await server.account({ username: "member", libraryIds: [libraryId] })).token
  stranger = (await server.account({ username: "stranger" })).token
  video = await makeItem(server, { libraryId, path: "a.mp4", title: "The Long Way" })
})
afterAll(() => server.stop())

const at = (markerId = "", id = video) => `/api/videos/${id}/markers${markerId && `/${markerId}`}`
const add = (body: object, token = admin) => server.request("POST", at(), { token, body })
const data = async (path: string, token = admin) => (await server.get(path, token)).json.data

it("lets administrators add, change and remove markers", async () => {
  const late = (await add({ title: " The end ", start: 90.5 })).json.data
  const early = await add({ title: "Opening", start: 3, end: 12.25 })
  expect(early.status).toBe(201)
  expect(early.json.data).toEqual({
    id: expect.any(String),
    videoId: video,
    title: "Opening",
    start: 3,
    end: 12.25,
    tags: [],
    createdAt: expect.any(String)
  })
  expect(late).toMatchObject({ title: "The end", start: 90.5, end: null })
  const changed = await server.request("PATCH", at(late.id), { token: admin, body: { end: 100 } })
  expect(changed.json.data).toMatchObject({ title: "The end", start: 90.5, end: 100 })
  const named = await server.request("PATCH", `${at()}?markerId=${late.id}`, {
    token: admin,
    body: { title: "Fin", end: null }
  })
  expect(named.json.data).toMatchObject({ title: "Fin", start: 90.5, end: null })
  const both = await data(at(), member)
  expect(both.map(({ title }: { title: string }) => title)).toEqual(["Opening", "Fin"])

  expect((await server.request("DELETE", at(late.id), { token: admin })).json).toEqual({
    ok: true,
    data: null
  })
  const removed = await server.request("DELETE", `${at()}?markerId=${early.json.data.id}`, { token: admin })
  expect(removed.status).toBe(200)
  expect(await data(at())).toEqual([])
  expect((await server.request("DELETE", at(late.id), { token: admin })).status).toBe(404)
})

it("updates the tags of a marker when tags are merged, and when the merge is undone", async () => {
  const send = (method: string, path: string, body?: object, token = admin) =>
    server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
  const made = await add({ title: "Duel", start: 5, tags: ["Fight", "Rain"] })
  expect([made.status, made.json.data.tags]).toEqual([201, ["Fight", "Rain"]])
  const { id } = made.json.data
  const tagsOf = async (token = admin): Promise<ReadonlyArray<string>> =>
    (await data(at(), token)).find((one: { id: string }) => one.id === id).tags
  const idOf = async (name: string): Promise<string> =>
    (await data(`/api/tags?q=${name}`)).items.find((one: { name: string }) => one.name === name).id
  const change = (tags: ReadonlyArray<string>, token = admin) =>
    server.request("PATCH", at(id), { token, body: { tags } })
  expect((await change(["Fight", "Storm"])).json.data.tags).toEqual(["Fight", "Storm"])
  const into = (await send("POST", "tags", { name: "Combat" })).json.data.id
  const fight = await idOf("Fight")
  await send("POST", `tags/${into}/merge`, { from: [fight] })
  expect(await tagsOf()).toEqual(["Combat", "Storm"])
  const [entry] = (await data(`/api/tags/${into}/history`)).items
  await send("POST", "history/undo", { batchId: entry.batchId })
  expect(await tagsOf()).toEqual(["Fight", "Storm"])
  await send("DELETE", `tags/${await idOf("Storm")}`)
  expect(await tagsOf()).toEqual(["Fight"])
  const wall = async (q: string, token = admin) =>
    (await data(`/api/markers?q=${encodeURIComponent(q)}`, token)).total
  expect([await wall("tag:Fight"), await wall("tag:Storm"), await wall("no:tag")]).toEqual([1, 0, 0])

  await send("PATCH", `tags/${fight}`, { isNsfw: true })
  await server.request("PATCH", "/api/auth/me", { token: member, body: { showNsfw: false } })
  expect([await tagsOf(), await tagsOf(member), await wall("tag:Fight", member)]).toEqual([["Fight"], [], 0])
  await send("DELETE", `videos/${video}/markers/${id}`)
  expect(await server.rows("select * from marker_tags")).toEqual([])
})

it("rejects an invalid marker and names the invalid field", async () => {
  const paths = async (body: object) => {
    const { json, status } = await add(body)
    return [status, json.error.fields?.map(({ path }: { path: string }) => path)]
  }
  expect(await paths({ title: "  ", start: 1 })).toEqual([400, ["title"]])
  expect(await paths({ title: "x".repeat(201), start: 1 })).toEqual([400, ["title"]])
  expect(await paths({ title: "x", start: -1 })).toEqual([400, ["start"]])
  expect(await paths({ title: "x", start: 1e12 })).toEqual([400, ["start"]])
  expect(await paths({ title: "x", start: 5, end: 5 })).toEqual([400, ["end"]])
  expect(await paths({ title: "x", start: 5, end: "6" })).toEqual([400, ["end"]])
  expect(await paths({ title: "x" })).toEqual([400, ["start"]])
  expect((await server.request("PATCH", at(), { token: admin, body: {} })).status).toBe(400)
  expect((await server.request("PATCH", at("nothing"), { token: admin, body: {} })).status).toBe(404)
  expect((await server.request("PATCH", at(crypto.randomUUID()), { token: admin, body: {} })).status).toBe(
    404
  )
})

it("lists markers for users who may see the video", async () => {
  const { id } = (await add({ title: "Chase 100%", start: 60 })).json.data
  const wall = await data("/api/markers", member)
  expect(wall).toMatchObject({
    total: 1,
    items: [{ id, videoId: video, title: "Chase 100%", videoTitle: "The Long Way", picture: null }]
  })
  const count = async (q: string, token = member) =>
    (await data(`/api/markers?q=${encodeURIComponent(q)}`, token)).total
  expect(await Promise.all(["chase long", "100%", "1_0", "nothing"].map((q) => count(q)))).toEqual([
    1, 1, 0, 0
  ])
  expect(await count("", stranger)).toBe(0)
  expect((await server.get(at(), stranger)).status).toBe(404)
  expect((await server.get(at("", "nothing"), member)).status).toBe(404)
  expect((await add({ title: "Mine", start: 1 }, member)).status).toBe(403)
})
