import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: string
let libraryId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  libraryId = await makeLibrary(server, { name: "Open" })
  mia = (await server.account({ username: "mia", libraryIds: [libraryId] })).token
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string, token = admin) => (await server.get(`/api/${path}`, token)).json.data
const create = async (list: string, body: object): Promise<string> =>
  (await send("POST", list, body)).json.data.id
const videoWith = async (body: object): Promise<string> => {
  const id = await makeVideo(server, { libraryId })
  expect((await send("PATCH", `videos/${id}`, body)).status).toBe(200)
  return id
}
const names = (list: ReadonlyArray<{ readonly name: string }>) => list.map(({ name }) => name)

describe("a merge of entities", () => {
  it("moves items, names and user states to the target and redirects the merged ids", async () => {
    const into = await create("performers", {
      name: "Grace Kelly",
      country: "US",
      urls: ["https://a.example"],
      externalIds: { tmdb: "1" }
    })
    const from = await create("performers", {
      name: "Princess Grace",
      aliases: ["Grace of Monaco"],
      country: "MC",
      birthDate: "1929-11-12",
      urls: ["https://b.example"],
      externalIds: { imdb: "2" }
    })
    const both = await videoWith({ performers: ["Grace Kelly", "Princess Grace"] })
    const one = await videoWith({ performers: [{ name: "Princess Grace", character: "Lisa" }] })
    await send("PUT", `performers/${from}/favorite`, undefined, mia)
    await send("PUT", `performers/${from}/rating`, { rating: 70 }, mia)
    await send("PUT", `performers/${into}/rating`, { rating: 90 })
    await send("PUT", `performers/${from}/rating`, { rating: 10 })

    const dry = await send("POST", `performers/${into}/merge`, { from: [from], dryRun: true })
    expect(dry.json.data).toEqual({ items: 2, aliases: 2, children: 0, userStates: 2 })
    expect((await get(`performers/${from}`)).name).toBe("Princess Grace")
    const merged = await send("POST", `performers/${into}/merge`, { from: [from] })
    expect([merged.status, merged.json.data]).toEqual([200, dry.json.data])

    expect(await get(`performers/${into}`)).toMatchObject({
      ...{ name: "Grace Kelly", aliases: ["Grace of Monaco", "Princess Grace"], country: "US" },
      ...{ birthDate: "1929-11-12", urls: ["https://a.example", "https://b.example"] },
      ...{
        externalIds: { imdb: "2", tmdb: "1" },
        counts: { video: 2 },
        userState: { rating: 90, isFavorite: false }
      }
    })
    expect((await get(`performers/${into}`, mia)).userState).toEqual({ rating: 70, isFavorite: true })
    expect((await get(`videos/${both}`)).performers).toMatchObject([{ id: into }])
    expect((await get(`videos/${one}`)).performers).toMatchObject([{ id: into, character: "Lisa" }])

    const old = await server.request("GET", `/api/performers/${from}`, { token: mia })
    expect([old.status, old.json.error.code, old.json.error.mergedInto, old.headers["location"]]).toEqual([
      ...[301, "entity_merged", into, `/api/performers/${into}`]
    ])
    expect((await send("PATCH", `performers/${from}`, { country: "FR" })).status).toBe(404)
    const again = await videoWith({ performers: ["princess grace"] })
    expect((await get(`videos/${again}`)).performers).toMatchObject([{ id: into }])
  })

  it("gives the target of a merge the field value of the chosen entity", async () => {
    const into = await create("performers", { name: "A", country: "US", gender: "female" })
    const from = await create("performers", { name: "B", country: "MC", gender: "male" })
    await send("POST", `performers/${into}/merge`, { from: [from], fields: { country: from } })
    expect(await get(`performers/${into}`)).toMatchObject({ country: "MC", gender: "female" })
  })

  it("moves the children of the merged tag to the target without creating a cycle", async () => {
    const top = await create("tags", { name: "Top" })
    const middle = await create("tags", { name: "Middle", parentIds: [top] })
    const low = await create("tags", { name: "Low", parentIds: [middle] })
    const side = await create("tags", { name: "Side", parentIds: [top] })
    await send("POST", `tags/${low}/merge`, { from: [top] })
    expect(names((await get(`tags/${side}`)).parents)).toEqual(["Low"])
    expect((await get(`tags/${low}`)).aliases).toEqual(["Top"])
    const parents = await server.rows(
      "select entity_id, parent_id from related_parents where entity_id = $1",
      [middle]
    )
    const above = await server.rows(
      "select ancestor_id from related_closure where descendant_id = $1 and depth > 0",
      [low]
    )
    expect([parents.length, above.map(({ ancestor_id: id }) => id)]).toEqual([0, [middle]])
  })

  it("redirects an id that was merged twice to the remaining entity", async () => {
    const [a, b, c] = [
      await create("studios", { name: "One" }),
      await create("studios", { name: "Two" }),
      await create("studios", { name: "Three" })
    ]
    await send("POST", `studios/${b}/merge`, { from: [a] })
    await send("POST", `studios/${c}/merge`, { from: [b] })
    expect((await send("GET", `studios/${a}`)).json.error.mergedInto).toBe(c)
    expect((await send("GET", `studios/${a}`, undefined, mia)).status).toBe(404)
  })

  it("rejects a merge by a member and a merge of an entity with itself", async () => {
    const id = await create("tags", { name: "Itself" })
    expect((await send("POST", `tags/${id}/merge`, { from: [id] })).status).toBe(409)
    await videoWith({ tags: ["Itself"] })
    expect((await send("POST", `tags/${id}/merge`, { from: [id] }, mia)).status).toBe(403)
    expect((await send("POST", `tags/${id}/merge`, { from: [] })).status).toBe(400)
  })
})

it("splits selected items and aliases off into a new entity", async () => {
  const id = await create("performers", { name: "Chris", aliases: ["Chris One", "Chris Two"], country: "US" })
  const [first, second] = [
    await videoWith({ performers: ["Chris"] }),
    await videoWith({ performers: ["Chris"] })
  ]
  const { json, status } = await send("POST", `performers/${id}/split`, {
    ...{
      name: "Chris",
      disambiguation: "the other",
      aliases: ["chris two"],
      itemIds: [second],
      fields: ["country"]
    }
  })
  expect([status, json.data]).toMatchObject([
    201,
    {
      name: "Chris",
      disambiguation: "the other",
      aliases: ["Chris Two"],
      country: "US",
      counts: { video: 1 }
    }
  ])
  expect(await get(`performers/${id}`)).toMatchObject({ aliases: ["Chris One"], counts: { video: 1 } })
  expect((await get(`videos/${first}`)).performers).toMatchObject([{ id }])
  expect((await get(`videos/${second}`)).performers).toMatchObject([{ id: json.data.id }])
})

it("splits off all items of several kinds that match a filter", async () => {
  const id = await create("tags", { name: "Two things" })
  const [old, recent] = [await videoWith({ tags: ["Two things"] }), await videoWith({ tags: ["Two things"] })]
  await send("PATCH", `videos/${old}`, { date: "1950" })
  const filter = { kind: ["video", "image"], q: "date:1940..1959" }
  const splitOff = (body: object) => send("POST", `tags/${id}/split`, { name: "The old thing", ...body })
  const changed = await splitOff({ filter, expected: 2 })
  expect([changed.status, changed.json.error]).toMatchObject([409, { code: "selection_changed", matched: 1 }])
  expect((await splitOff({ expected: 0 })).json.error.fields[0].path).toBe("expected")
  const { json } = await splitOff({ filter, expected: 1 })
  expect(json.data).toMatchObject({ name: "The old thing", counts: { video: 1 } })
  expect((await get(`videos/${old}`)).tags).toMatchObject([{ id: json.data.id }])
  expect((await get(`videos/${recent}`)).tags).toMatchObject([{ id }])
  expect((await splitOff({ filter: { kind: "video", q: "yeer:1" } })).status).toBe(400)
})

it("suggests entities by name and alias, with counts", async () => {
  await create("tags", { name: "Science Fiction", aliases: ["Sci-Fi"] })
  await videoWith({ tags: ["Sci-Fi"] })
  const suggest = (q: string, token?: string) => get(`suggest?field=tag&q=${encodeURIComponent(q)}`, token)
  expect(await suggest("scien")).toMatchObject([{ value: "Science Fiction", count: 1 }])
  expect(await suggest("sci-f", mia)).toMatchObject([{ value: "Science Fiction", alias: "Sci-Fi" }])
  expect(await suggest("sciense")).toMatchObject([{ value: "Science Fiction" }])
  const { facets } = await get("facets?kind=video&fields=tag,studio,performerFavorite")
  expect(facets[0].values).toContainEqual(expect.objectContaining({ value: "Science Fiction", count: 1 }))
  const stranger = (await server.account({ username: "stranger" })).token
  expect(await suggest("scien", stranger)).toEqual([])
})

it("filters videos and performers by the age and gender of performers", async () => {
  await create("performers", { name: "Young", gender: "female", birthDate: "2000" })
  await create("performers", { name: "Old", gender: "female", birthDate: "1940-02-03" })
  await videoWith({ performers: ["Young"] })
  const id = await videoWith({ performers: ["Old", "Young"] })
  const found = async (q: string) =>
    (await get(`videos?q=${encodeURIComponent(q)}`)).items.map((item: { readonly id: string }) => item.id)
  expect(await found("performer:{gender:female age>=60}")).toEqual([id])
  expect(await found('performer:"Old" performerCount:2')).toEqual([id])
  expect((await get(`performers?q=${encodeURIComponent("age>=60 gender:female")}`)).total).toBe(1)
  const wrong = await server.get(`/api/performers?q=${encodeURIComponent("gendr:female")}`, admin)
  expect([wrong.status, wrong.json.error.code]).toEqual([400, "validation"])
})
