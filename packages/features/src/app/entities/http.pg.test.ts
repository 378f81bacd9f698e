import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { uuidv7 } from "@media/kernel/Ids"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: string
let open: string
let closed: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  open = await makeLibrary(server, { name: "Open" })
  closed = await makeLibrary(server, { name: "Closed" })
  mia = (await server.account({ username: "mia", libraryIds: [open] })).token
})
afterAll(() => server.stop())

const send = async (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string, token = admin) => (await server.get(`/api/${path}`, token)).json.data
const create = async (list: string, body: object): Promise<string> => {
  const { json, status } = await send("POST", list, body)
  expect([status, json.error]).toEqual([201, undefined])
  return json.data.id
}
const video = (libraryId = open) => makeVideo(server, { libraryId })
const give = async (id: string, body: object) => (await send("PATCH", `videos/${id}`, body)).json.data
const names = (list: ReadonlyArray<{ readonly name: string }>) => list.map(({ name }) => name)

describe("the hierarchy of entities", () => {
  it("rejects a cycle and returns its path", async () => {
    const animals = await create("tags", { name: "Animals" })
    const cats = await create("tags", { name: "Cats", parentIds: [animals] })
    const lions = await create("tags", { name: "Lions", parentIds: [cats] })
    const { json, status } = await send("PATCH", `tags/${animals}`, { parentIds: [lions] })
    expect([status, json.error.code, names(json.error.path)]).toEqual([
      409,
      "hierarchy_cycle",
      ["Animals", "Lions", "Cats", "Animals"]
    ])
    expect((await send("PATCH", `tags/${cats}`, { parentIds: [cats] })).json.error.code).toBe(
      "hierarchy_cycle"
    )
    expect(names((await get(`tags/${lions}`)).parents)).toEqual(["Cats"])
    expect(names(await get(`tags/tree?parentId=${animals}`))).toEqual(["Cats"])
    expect(names((await get(`tags/${cats}/children`)).items)).toEqual(["Lions"])
  })

  it("allows several parents for a tag, but no more than one for a studio", async () => {
    const [a, b] = [await create("studios", { name: "A" }), await create("studios", { name: "B" })]
    expect((await send("POST", "studios", { name: "C", parentIds: [a, b] })).status).toBe(409)
    expect((await send("POST", "performers", { name: "C", parentIds: [a] })).status).toBe(400)
    const [one, two] = [await create("tags", { name: "One" }), await create("tags", { name: "Two" })]
    const both = await create("tags", { name: "Both", parentIds: [one, two] })
    expect(names((await get(`tags/${both}`)).parents)).toEqual(["One", "Two"])
    expect((await send("POST", "tags", { name: "Lost", parentIds: [uuidv7()] })).status).toBe(404)
  })

  it("filters tags by their parent", async () => {
    const above = await create("tags", { name: "Landscapes" })
    await create("tags", { name: "Deserts", parentIds: [above] })
    const listed = async (query: string) => names((await get(`tags?perPage=100&${query}`)).items)
    expect(await listed("hasParent=false")).toContain("Landscapes")
    expect(await listed("hasParent=false")).not.toContain("Deserts")
    expect(await listed("hasParent=true&q=deserts")).toEqual(["Deserts"])
    expect(await listed("hasParent=true&q=landscapes")).toEqual([])
  })

  it("accepts one of two concurrent changes that together would create a cycle", async () => {
    const [a, b] = [await create("tags", { name: "Left" }), await create("tags", { name: "Right" })]
    const replies = await Promise.all([
      send("PATCH", `tags/${a}`, { parentIds: [b] }),
      send("PATCH", `tags/${b}`, { parentIds: [a] })
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it("counts an item once even if it has both an entity and the entity's descendant", async () => {
    const top = await create("tags", { name: "Top" })
    await create("tags", { name: "Middle", parentIds: [top] })
    await give(await video(), { tags: ["Top", "Middle"] })
    await give(await video(), { tags: ["Middle"] })
    expect(await get(`tags/${top}`)).toMatchObject({
      ...{ count: 1, counts: { video: 1 }, countsWithChildren: { video: 2 } }
    })
    expect((await get("videos?tag=Top")).total).toBe(2)
    expect((await get("videos?q=tag%3DTop")).total).toBe(1)
  })
})

describe("a video", () => {
  it("accepts performers, tags and a studio by name or alias", async () => {
    const id = await create("performers", { name: "Cary Grant", aliases: ["Archibald Leach"] })
    const item = await video()
    const given = await give(item, {
      performers: ["archibald leach", { name: "Grace Kelly", as: "Grace", character: "Frances" }],
      tags: ["Riviera", "riviera", "Heist"],
      studio: "Paramount"
    })
    expect(given.performers).toMatchObject([
      { id, name: "Cary Grant", as: null },
      { name: "Grace Kelly", as: "Grace", character: "Frances" }
    ])
    expect([names(given.tags), given.studio.name]).toEqual([["Heist", "Riviera"], "Paramount"])
    expect(await get(`performers/${id}`)).toMatchObject({
      ...{ counts: { video: 1 }, related: [{ name: "Grace Kelly", count: 1 }] }
    })
    const changed = await give(item, { performers: ["Grace Kelly", "Cary Grant"], studio: null })
    expect([names(changed.performers), changed.studio, names(changed.tags)]).toEqual([
      ["Grace Kelly", "Cary Grant"],
      null,
      ["Heist", "Riviera"]
    ])
    expect((await get(`performers/${id}/items?kind=video`)).items).toMatchObject([{ id: item }])
  })

  it("rejects edits of a video by members", async () => {
    const item = await video()
    const { json, status } = await send("PATCH", `videos/${item}`, { tags: ["Secret"] }, mia)
    expect([status, json.error.code]).toEqual([403, "admin_required"])
    expect((await send("POST", "tags", { name: "Secret" }, mia)).status).toBe(403)
    expect(await server.rows("select id from related_entities where name = 'Secret'")).toEqual([])
  })

  it("keeps NSFW tags that are hidden from the user who edits a video", async () => {
    const item = await video()
    const [hot] = (await give(item, { tags: ["Hot", "Plain"] })).tags
    await send("PATCH", `tags/${hot.id}`, { isNsfw: true })
    await send("PATCH", "auth/me", { showNsfw: false })
    expect(names((await get(`videos/${item}`)).tags)).toEqual(["Plain"])
    expect((await get("videos?tag=Hot")).total).toBe(0)
    expect((await get("tags?q=hot")).total).toBe(0)
    expect((await send("GET", `tags/${hot.id}`)).status).toBe(404)
    expect((await get(`videos?q=${encodeURIComponent("tagCount:1 tag:Plain")}`)).total).toBe(1)
    expect(names((await give(item, { tags: ["Mild"] })).tags)).toEqual(["Mild"])
    await send("PATCH", "auth/me", { showNsfw: true })
    expect(names((await get(`videos/${item}`)).tags)).toEqual(["Hot", "Mild"])
  })

  it("removes deleted tags from a video", async () => {
    const item = await video()
    const [tag] = (await give(item, { tags: ["Short-lived"] })).tags
    expect((await send("DELETE", `tags/${tag.id}`)).status).toBe(200)
    expect((await get(`videos/${item}`)).tags).toEqual([])
    expect((await send("GET", `tags/${tag.id}`)).status).toBe(404)
    await create("tags", { name: "Short-lived" })
  })
})

describe("a member", () => {
  it("shows a member only entities with visible items, and the ancestors of these entities", async () => {
    const above = await create("tags", { name: "Above" })
    const below = await create("tags", { name: "Below", parentIds: [above] })
    const item = await video(closed)
    await give(item, { tags: ["Below"] })
    for (const id of [above, below])
      expect((await send("GET", `tags/${id}`, undefined, mia)).status).toBe(404)
    expect((await get("tags?q=below", mia)).total).toBe(0)
    await give(await video(), { tags: ["Below"] })
    expect(await get(`tags/${below}`, mia)).toMatchObject({ count: 1, counts: { video: 1 } })
    expect(await get(`tags/${above}`, mia)).toMatchObject({
      count: 0,
      childCount: 1,
      countsWithChildren: { video: 1 }
    })
    expect((await get("tags?q=below", mia)).total).toBe(1)
  })

  it("keeps the favorites and ratings of each account separate", async () => {
    await give(await video(), { performers: ["Loved", "Rated"] })
    const [loved, rated] = (await get("performers?q=ed&sort=name", mia)).items.filter(
      ({ name }: { readonly name: string }) => ["Loved", "Rated"].includes(name)
    )
    await send("PUT", `performers/${loved.id}/favorite`, undefined, mia)
    await send("PUT", `performers/${rated.id}/rating`, { rating: 80 }, mia)
    expect(names((await get("performers?favorite=true", mia)).items)).toEqual(["Loved"])
    expect((await get("performers?sort=rating", mia)).items[0]).toMatchObject({
      name: "Rated",
      userState: { rating: 80 }
    })
    expect((await get("performers?favorite=true")).total).toBe(0)
    expect((await get("videos?performerFavorite=true", mia)).total).toBe(1)
  })
})
