import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: { readonly token: string }
let libraryId: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  libraryId = await makeLibrary(server, { name: "Films" })
  mia = await server.account({ username: "mia", libraryIds: [libraryId] })
  for (const title of ["Alpha", "Beta", "Gamma"]) ids[title] = await makeItem(server, { libraryId, title })
  ids["Dunes"] = await makeItem(server, { libraryId, title: "Dunes", kind: "image" })
  ids["Secret"] = await makeItem(server, {
    libraryId: await makeLibrary(server, { name: "Hidden" }),
    title: "Secret"
  })
})
afterAll(() => server.stop())

const send = (method: string, path: string, token: string, body?: unknown) =>
  server.request(method, `/api/collections${path}`, { token, ...(body === undefined ? {} : { body }) })
const create = async (token: string, body: object) => (await send("POST", "", token, body)).json.data
const titles = async (token: string, id: string, query = "") => {
  const { json } = await server.get(`/api/collections/${id}/items${query}`, token)
  return json.data.items.map(({ title }: { title: string }) => title)
}
const idsOf = (...names: ReadonlyArray<string>) => names.map((name) => ids[name]!)

it("shuffles the play order in the same way for the same seed", async () => {
  const { id } = await create(mia.token, { name: "Play", itemIds: idsOf("Gamma", "Alpha", "Dunes", "Beta") })
  const order = async (query = "") =>
    (await send("GET", `/${id}/play-order${query}`, mia.token)).json.data.map(
      ({ title }: { title: string }) => title
    )
  expect(await order()).toEqual(["Gamma", "Alpha", "Dunes", "Beta"])
  const shuffled = await order("?shuffle=one")
  expect(await order("?shuffle=one")).toEqual(shuffled)
  expect([...shuffled].sort()).toEqual(["Alpha", "Beta", "Dunes", "Gamma"])
})

it("replaces each group in the play order with the visible items of the group", async () => {
  const album = await makeItem(server, { libraryId, kind: "album", title: "Album" })
  const tracks: Array<string> = []
  for (const [n, isNsfw] of [false, false, true].entries())
    tracks.push(await makeItem(server, { libraryId, kind: "track", title: `Track ${n}`, isNsfw }))
  for (const [n, id] of tracks.entries())
    await server.rows("update items set parent_id = $2, ordinal = $3 where id = $1", [id, album, 9 - n])
  const { id } = await create(mia.token, { name: "Albums", itemIds: [ids["Alpha"], album, tracks[0]] })
  const { json } = await send("GET", `/${id}/play-order`, mia.token)
  expect(json.data.map(({ title }: { title: string }) => title)).toEqual(["Alpha", "Track 1", "Track 0"])
})

it("lists excluded items only to editors of the collection", async () => {
  const { id } = await create(admin, { name: "Rule", visibility: "everyone", text: "type:video title:a" })
  await send("POST", `/${id}/items`, admin, { itemIds: idsOf("Alpha", "Secret"), membership: "banned" })
  const excluded = (token: string) => send("GET", `/${id}/items?membership=banned`, token)
  expect(await titles(admin, id, "?membership=banned")).toEqual(["Alpha", "Secret"])
  expect((await excluded(mia.token)).status).toBe(403)
  const why = await send("GET", `/${id}/items/${ids["Alpha"]}/why`, mia.token)
  expect(why.json.data).toEqual({ isMember: false, sentence: "A user excluded it.", tree: null })
  await send("DELETE", `/${id}/items`, admin, { itemIds: idsOf("Alpha") })
  expect(await titles(admin, id, "?membership=banned")).toEqual(["Secret"])
  const back = await send("GET", `/${id}/items/${ids["Alpha"]}/why`, mia.token)
  expect(back.json.data).toEqual({ isMember: true, sentence: "It matches the rule.", tree: null })
})

it("keeps the id in the text of a rule if several people have the same name", async () => {
  const people = await Promise.all(
    ["actor", "singer"].map((disambiguation) =>
      server.request("POST", "/api/performers", { token: admin, body: { name: "Sam Same", disambiguation } })
    )
  )
  const [actor, singer] = people.map(({ json }) => String(json.data.id))
  const { id, text } = await create(admin, { name: "Sams", text: `performer:${singer}` })
  expect([actor === singer, text]).toEqual([false, `performer:${singer}`])
  const saved = await send("PATCH", `/${id}`, admin, { text })
  expect(JSON.stringify(saved.json.data.rules)).toContain(singer)
})

it("sorts collections by the time of the last change, latest first", async () => {
  const first = await create(mia.token, { name: "Zebra", itemIds: idsOf("Alpha") })
  await create(mia.token, { name: "Aardvark", itemIds: idsOf("Alpha") })
  await send("PATCH", `/${first.id}`, mia.token, { description: "Changed" })
  const { json } = await send("GET", "?sort=updatedAt&perPage=2", mia.token)
  expect(json.data.items.map(({ name }: { name: string }) => name)).toEqual(["Zebra", "Aardvark"])
})
