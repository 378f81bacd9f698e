import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: string
let seen: string
let video: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const libraryId = await makeLibrary(server, { name: "Open" })
  mia = (await server.account({ username: "mia", libraryIds: [libraryId] })).token
  video = await makeVideo(server, { libraryId })
  await makeVideo(server, { libraryId })
  const above = await create("tags", { name: "Above" })
  seen = await create("tags", { name: "Seen", parentIds: [above] })
  await create("performers", { name: "Greta", tags: ["Seen", "Unseen"] })
  await create("performers", { name: "Ingrid", tags: ["Quiet"], isNsfw: true })
  await create("studios", { name: "Svensk", tags: ["Northern"] })
  await send("PATCH", `videos/${video}`, {
    performers: ["Greta", "Ingrid"],
    studio: "Svensk",
    tags: ["Seen"]
  })
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const create = async (list: string, body: object): Promise<string> =>
  (await send("POST", list, body)).json.data.id
const found = async (q: string, token = admin): Promise<ReadonlyArray<string>> => {
  const { json } = await server.get(`/api/videos?q=${encodeURIComponent(q)}`, token)
  return json.data.items.map(({ id }: { readonly id: string }) => id)
}
const facet = async (field: string, token = admin): Promise<ReadonlyArray<readonly [string, number]>> => {
  const { json } = await server.get(`/api/facets?kind=video&fields=${field}`, token)
  return json.data.facets[0].values.map(({ count, value }: { count: number; value: string }) => [
    value,
    count
  ])
}

it("finds items by the tags of their performers, including child tags", async () => {
  expect(await found("performerTags:Seen")).toEqual([video])
  expect(await found("performerTags:Above")).toEqual([video])
  expect(await found("performerTags=Above")).toEqual([])
  expect(await found("performerTags:all(Seen, Unseen)")).toEqual([video])
  expect(await found("performerTags:Northern")).toEqual([])
  expect(await found("performerTags:{name:unse}")).toEqual([video])
  expect(await found("no:performerTags")).toHaveLength(1)
  const { json } = await server.get(`/api/videos?performerTags=${seen}`, admin)
  expect(json.data.total).toBe(1)
})

it("finds items by the tags of their studio", async () => {
  expect(await found("studioTags:Northern")).toEqual([video])
  expect(await found("studioTags:Seen")).toEqual([])
})

it("counts tags of performers as a facet", async () => {
  expect(await facet("performerTags")).toEqual([
    ["Quiet", 1],
    ["Seen", 1],
    ["Unseen", 1]
  ])
  expect(await facet("performerTags", mia)).toEqual([["Seen", 1]])
})

it("ignores tags that are hidden from the caller", async () => {
  expect(await found("performerTags:Seen", mia)).toEqual([video])
  expect(await found("performerTags:Above", mia)).toEqual([video])
  for (const q of [
    "performerTags:Unseen",
    "performerTags:{name:unseen}",
    "studioTags:Northern",
    "studioTags:*"
  ])
    expect([q, await found(q, mia)]).toEqual([q, []])
  const rule = { name: "Hidden", text: "performerTags:Unseen OR studioTags:*" }
  const id = (await send("POST", "collections", rule, mia)).json.data.id
  const { json } = await server.get(`/api/collections/${id}`, mia)
  expect(json.data).toMatchObject({ total: 0, isPersonal: true })
  const nested = (await send("POST", "collections", { name: "Nested", text: `in:${id}` }, mia)).json.data
  expect(nested).toMatchObject({ total: 0 })
  expect(await found(`in:${id}`, mia)).toEqual([])
  const preview = { text: "performerTags:Unseen OR performerTags:Seen" }
  expect((await send("POST", "collections/preview", preview, mia)).json.data.total).toBe(1)
})

it("ignores tags of NSFW performers for callers who hide NSFW content", async () => {
  expect(await found("performerTags:Quiet")).toEqual([video])
  await send("PATCH", "auth/me", { showNsfw: false })
  expect(await found("performerTags:Quiet")).toEqual([])
  expect(await facet("performerTags")).toEqual([
    ["Seen", 1],
    ["Unseen", 1]
  ])
  await send("PATCH", "auth/me", { showNsfw: true })
})
