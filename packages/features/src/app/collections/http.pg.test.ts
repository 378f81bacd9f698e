import { collectionsOutdated } from "@media/features/app/collections/backfill"
import { applyEvents } from "@media/features/app/collections/catchUp"
import { refreshCollection } from "@media/features/app/collections/refresh"
import { updateItem } from "@media/features/catalog/items/commands"
import { administrator } from "@media/testkit/Library"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: { readonly token: string; readonly id: string }
let tom: { readonly token: string; readonly id: string }
const ids: Record<string, string> = {}
let hidden: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const library = await makeLibrary(server, { name: "Films" })
  await server.run(applyEvents())
  hidden = await makeLibrary(server, { name: "Hidden" })
  mia = await server.account({ username: "mia", libraryIds: [library] })
  tom = await server.account({ username: "tom", libraryIds: [library, hidden] })
  const add = async (title: string, more: object = {}, libraryId = library) => {
    ids[title] = await makeItem(server, { libraryId, title, ...more })
  }
  for (const title of ["Alpha", "Beta", "Gamma"]) await add(title)
  await add("Dunes", { kind: "image" })
  await add("Secret", {}, hidden)
  await add("Adult", { isNsfw: true })
  await server.run(updateItem(administrator, ids["Alpha"]!, { tags: ["noir"] }))
  await server.run(updateItem(administrator, ids["Secret"]!, { tags: ["noir"] }))
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

describe("a manual collection", () => {
  it("lets users order items of any kind in a collection", async () => {
    const { id, ...made } = await create(mia.token, {
      name: " Evening ",
      itemIds: idsOf("Alpha", "Dunes", "Beta", "Gamma")
    })
    expect(made).toMatchObject({
      ...{ name: "Evening", mode: "manual", visibility: "private", isOwn: true, mayEdit: true },
      ...{ total: 4, counts: { video: 3, image: 1 }, rules: null, text: null, coverMode: "mosaic" }
    })
    const move = (names: ReadonlyArray<string>, before: string | null) =>
      send("PUT", `/${id}/items/order`, mia.token, {
        itemIds: idsOf(...names),
        before: before === null ? null : ids[before]
      })
    await move(["Gamma"], "Dunes")
    expect(await titles(mia.token, id)).toEqual(["Alpha", "Gamma", "Dunes", "Beta"])
    await move(["Alpha", "Gamma"], null)
    expect(await titles(mia.token, id)).toEqual(["Dunes", "Beta", "Alpha", "Gamma"])
    for (let n = 0; n < 14; n += 1) await move(["Gamma"], n % 2 === 0 ? "Beta" : "Alpha")
    expect(await titles(mia.token, id)).toEqual(["Dunes", "Beta", "Gamma", "Alpha"])
    const again = await send("POST", `/${id}/items`, mia.token, { itemIds: idsOf("Beta") })
    expect(again.json.data).toEqual({ changed: 0, skipped: 0 })
    const taken = await send("DELETE", `/${id}/items`, mia.token, { itemIds: idsOf("Beta") })
    expect(taken.json.data).toEqual({ changed: 1, skipped: 0 })
    expect(await titles(mia.token, id, "?kind=video")).toEqual(["Gamma", "Alpha"])
  })

  it("hides a collection from all other accounts unless an administrator shares it", async () => {
    const { id } = await create(mia.token, { name: "Mine", itemIds: idsOf("Alpha") })
    for (const token of [tom.token, admin]) {
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { name: "Yours" }],
        ["DELETE", "", undefined],
        ["GET", "/items", undefined],
        ["POST", "/items", { itemIds: [] }]
      ] as const)
        expect((await send(method, `/${id}${path}`, token, body)).status).toBe(404)
    }
    expect((await send("PATCH", `/${id}`, mia.token, { visibility: "everyone" })).json.error.code).toBe(
      "admin_required"
    )
    const shared = await create(admin, { name: "Ours", visibility: "everyone", itemIds: idsOf("Alpha") })
    expect((await send("GET", `/${shared.id}`, tom.token)).json.data).toMatchObject({
      ...{ isOwn: false, mayEdit: false, visibility: "everyone" }
    })
    expect((await send("PATCH", `/${shared.id}`, tom.token, { name: "No" })).status).toBe(403)
    expect((await send("DELETE", `/${shared.id}`, tom.token)).status).toBe(403)
  })

  it("shows and counts only items that the viewer may see", async () => {
    const { id } = await create(admin, {
      name: "Mixed",
      visibility: "everyone",
      itemIds: idsOf("Secret", "Alpha", "Adult")
    })
    expect(await titles(admin, id)).toEqual(["Secret", "Alpha", "Adult"])
    expect(await titles(tom.token, id)).toEqual(["Secret", "Alpha"])
    expect(await titles(mia.token, id)).toEqual(["Alpha"])
    expect((await send("GET", `/${id}`, mia.token)).json.data).toMatchObject({
      total: 1,
      counts: { video: 1 }
    })
    const secret = await create(admin, {
      name: "Only secret",
      visibility: "everyone",
      itemIds: idsOf("Secret")
    })
    expect((await send("GET", `/${secret.id}`, mia.token)).status).toBe(404)
    expect((await send("GET", `/${secret.id}`, tom.token)).status).toBe(200)
    const names = async (token: string) =>
      (await send("GET", "?perPage=500", token)).json.data.items.map(({ name }: { name: string }) => name)
    expect(await names(mia.token)).not.toContain("Only secret")
    expect(await names(tom.token)).toContain("Only secret")
  })

  it("skips hidden and unknown items when a user adds items to a collection", async () => {
    const { id } = await create(mia.token, { name: "Notes" })
    const unknown = "01900000-0000-7000-8000-000000000001"
    const added = await send("POST", `/${id}/items`, mia.token, {
      itemIds: [...idsOf("Alpha", "Secret"), unknown],
      note: "First"
    })
    expect(added.json.data).toEqual({ changed: 1, skipped: 2 })
    const notes = async () =>
      (await send("GET", `/${id}/items`, mia.token)).json.data.items.map(
        (item: { note: string }) => item.note
      )
    expect(await notes()).toEqual(["First"])
    await send("PATCH", `/${id}/items/${ids["Alpha"]}`, mia.token, { note: "Second" })
    expect(await notes()).toEqual(["Second"])
    expect((await send("PATCH", `/${id}/items/${ids["Beta"]}`, mia.token, { note: "x" })).status).toBe(404)
  })
})

it("adds all items that match a filter to a collection, except excluded items", async () => {
  const { id } = await create(mia.token, { name: "All videos" })
  const { json } = await send("POST", `/${id}/items`, mia.token, {
    filter: { kind: "video", q: "-title:beta" },
    except: idsOf("Alpha")
  })
  expect(json.data).toEqual({ changed: 1, skipped: 0 })
  expect(await titles(mia.token, id)).toEqual(["Gamma"])
  expect((await send("POST", `/${id}/items`, mia.token, {})).status).toBe(400)
})

describe("a dynamic collection", () => {
  it("counts only visible items toward the limit of a dynamic collection", async () => {
    // Regression test for a bug of Navidrome (issue 4738): the limit was applied before visibility, so some viewers saw
    // an empty list.
    const { id } = await create(admin, {
      ...{ name: "Last by title", visibility: "everyone" },
      text: "type:(movie, episode, video) sort:-title limit:2"
    })
    expect(await titles(tom.token, id)).toEqual(["Secret", "Gamma"])
    expect(await titles(mia.token, id)).toEqual(["Gamma", "Beta"])
    expect((await send("GET", `/${id}`, mia.token)).json.data).toMatchObject({ total: 2, text: null })
    expect((await send("GET", `/${id}`, admin)).json.data).toMatchObject({
      mode: "dynamic",
      text: "type:(movie, episode, video) sort:-title limit:2",
      limit: { amount: 2, unit: "items" }
    })
    await send("PATCH", `/${id}`, admin, { text: "type:(movie, episode, video) sort:title limit:50%" })
    expect(await titles(tom.token, id)).toEqual(["Alpha", "Beta"])
  })

  it("updates the members of a dynamic collection as soon as items change", async () => {
    const refreshes = () =>
      server.rows(
        "select target_label, state from jobs where queue = (select id from queues where name = 'collection-refresh')"
      )
    await server.rows("delete from jobs")
    const { id } = await create(mia.token, { name: "Mine", text: "tag:noir" })
    // The label does not contain the name of a private collection, because all operators can read labels of jobs.
    expect(await refreshes()).toEqual([{ target_label: "Collection", state: 0 }])
    await server.rows("delete from jobs")
    await server.run(refreshCollection(id))
    expect((await server.run(collectionsOutdated)).filter(({ dedupeKey }) => dedupeKey === id)).toEqual([])
    const stored = async () =>
      (await server.rows("select item_id as id from collection_matches where collection_id = $1", [id])).map(
        (row) => row["id"]
      )
    await server.run(applyEvents())
    const before = await stored()
    await server.run(updateItem(administrator, ids["Beta"]!, { tags: ["noir"] }))
    // The new member is listed before and after the event is applied to the stored members.
    expect(await titles(mia.token, id)).toContain("Beta")
    expect(await stored()).toEqual(before)
    await server.run(applyEvents())
    expect(await titles(mia.token, id)).toContain("Beta")
    expect(await stored()).toContain(ids["Beta"])
    await server.run(updateItem(administrator, ids["Beta"]!, { tags: [] }))
    await server.run(applyEvents())
    expect(await titles(mia.token, id)).not.toContain("Beta")
    const isOutdated = async (change: string) => {
      await server.rows(`update collection_refreshes set ${change} where collection_id = $1`, [id])
      return (await server.run(collectionsOutdated)).some(({ dedupeKey }) => dedupeKey === id)
    }
    expect(await isOutdated("refreshed_at = now() - interval '2 days'")).toBe(false)
    expect(await isOutdated("evaluated_at = now() - interval '2 days'")).toBe(true)
    expect(await isOutdated("evaluated_at = now(), due_at = now()")).toBe(true)
  })

  it("puts pinned items of a dynamic collection first and omits banned items", async () => {
    const { id } = await create(mia.token, { name: "Pins", text: "type:video sort:title limit:2" })
    await send("POST", `/${id}/items`, mia.token, { itemIds: idsOf("Dunes"), membership: "pinned" })
    await send("POST", `/${id}/items`, mia.token, { itemIds: idsOf("Alpha"), membership: "banned" })
    expect(await titles(mia.token, id)).toEqual(["Dunes", "Beta", "Gamma"])
    const refused = await send("POST", `/${id}/items`, mia.token, { itemIds: [], membership: "item" })
    expect(refused.json.error.code).toBe("conflict")
    await send("DELETE", `/${id}/items`, mia.token, { itemIds: idsOf("Alpha", "Dunes") })
    expect(await titles(mia.token, id)).toEqual(["Alpha", "Beta"])
  })

  it("still matches the items of a tag after the tag was renamed or merged", async () => {
    const { id } = await create(tom.token, { name: "Noir", text: "tag:noir" })
    const tag = (await server.get("/api/tags?q=noir", admin)).json.data.items[0].id
    await server.request("PATCH", `/api/tags/${tag}`, { token: admin, body: { name: "Film noir" } })
    expect((await send("GET", `/${id}`, tom.token)).json.data.text).toBe('tag:"Film noir"')
    const other = await server.request("POST", "/api/tags", { token: admin, body: { name: "Dark" } })
    await server.request("POST", `/api/tags/${other.json.data.id}/merge`, {
      token: admin,
      body: { from: [tag] }
    })
    expect(await titles(tom.token, id)).toHaveLength(2)
    await server.request("DELETE", `/api/tags/${other.json.data.id}`, { token: admin })
    expect(await titles(tom.token, id)).toEqual([])
    const { problems } = (await send("GET", `/${id}`, tom.token)).json.data
    expect(problems).toEqual([{ path: "", message: expect.stringContaining("no longer exists") }])
  })

  it("rejects cycles and invalid rules", async () => {
    const first = await create(mia.token, { name: "First", text: "title:a" })
    const second = await create(mia.token, { name: "Second", text: 'in:"First"' })
    const circle = await send("PATCH", `/${first.id}`, mia.token, { text: 'in:"Second"' })
    expect([circle.status, circle.json.error.code]).toEqual([409, "collection_cycle"])
    expect(circle.json.error.path.map(({ name }: { name: string }) => name)).toEqual([
      "First",
      "Second",
      "First"
    ])
    expect((await send("PATCH", `/${second.id}`, mia.token, { text: 'in:"Second"' })).status).toBe(409)
    const bad = await send("POST", "", mia.token, {
      name: "Bad",
      rules: {
        type: "group",
        operator: "and",
        children: [{ type: "condition", field: "perfomer", operator: "equals", value: "x" }]
      }
    })
    expect([bad.status, bad.json.error.fields[0].path]).toEqual([400, "rules.children.0.field"])
    let deep: object = { type: "condition", field: "title", operator: "contains", value: "a" }
    for (let n = 0; n < 13; n += 1) deep = { type: "group", operator: "and", children: [deep] }
    expect((await send("POST", "", mia.token, { name: "Deep", rules: deep })).status).toBe(400)
    const text = await send("POST", "", mia.token, { name: "Bad", text: "resolution:big" })
    expect(text.json.error.details).toMatchObject([{ position: 11, length: 3 }])
    expect((await send("GET", "?q=bad", mia.token)).json.data.total).toBe(0)
  })

  it("accepts collections in the rules of other collections and in list filters", async () => {
    const own = await create(mia.token, { name: "Picked", itemIds: idsOf("Alpha", "Beta") })
    const list = async (token: string, q: string) => {
      const { json } = await server.get(`/api/videos?sort=title&order=asc&q=${encodeURIComponent(q)}`, token)
      return json.data.items.map(({ title }: { title: string }) => title)
    }
    expect(await list(mia.token, 'in:"picked"')).toEqual(["Alpha", "Beta"])
    expect(await list(mia.token, `-in:${own.id}`)).toEqual(["Gamma"])
    expect(await list(tom.token, 'in:"Picked"')).toEqual([])
    const { id } = await create(mia.token, { name: "Rest of picked", text: 'in:"Picked" -title:alpha' })
    expect(await titles(mia.token, id)).toEqual(["Beta"])
    const shared = await send("POST", "", admin, {
      ...{ name: "Shows private", visibility: "everyone", text: 'in:"Private"' }
    })
    expect(shared.status).toBe(201)
    await create(admin, { name: "Private", itemIds: idsOf("Alpha") })
    expect((await send("PATCH", `/${shared.json.data.id}`, admin, { text: 'in:"Private"' })).status).toBe(400)
  })
})

it("previews how a changed rule differs from the saved rule", async () => {
  const { id } = await create(mia.token, { name: "Saved", text: "title:a type:video" })
  const { data } = (
    await send("POST", "/preview", mia.token, { collectionId: id, text: "title:beta OR type:image" })
  ).json
  expect(data).toMatchObject({
    ...{ total: 2, byKind: { video: 1, image: 1 }, diff: { added: 1, removed: 2 }, problems: [] },
    ...{ isPersonal: false, text: "title:beta OR type:image" }
  })
  expect(data.sample).toHaveLength(2)
  const personal = await send("POST", "/preview", mia.token, { text: "is:favorite tag:nothing" })
  expect(personal.json.data).toMatchObject({ total: 0, isPersonal: true })
  expect(personal.json.data.problems).toHaveLength(1)
})

it("explains why a collection does or does not contain an item", async () => {
  const { id } = await create(mia.token, { name: "Why", text: "(title:alpha OR title:beta) type:video" })
  const why = async (title: string) =>
    (await send("GET", `/${id}/items/${ids[title]}/why`, mia.token)).json.data
  expect(await why("Beta")).toMatchObject({
    isMember: true,
    sentence: expect.stringMatching(/^Included\. Deciding conditions: .*beta.*, .*video.*\.$/i),
    tree: { isTrue: true, children: [{ isTrue: true }, { isTrue: true }] }
  })
  expect(await why("Dunes")).toMatchObject({ isMember: false, tree: { isTrue: false } })
  await send("POST", `/${id}/items`, mia.token, { itemIds: idsOf("Beta"), membership: "banned" })
  expect(await why("Beta")).toMatchObject({ isMember: false, sentence: "A user excluded it." })
  expect((await send("GET", `/${id}/items/${ids["Secret"]}/why`, mia.token)).status).toBe(404)
})

it("explains whether an item is missing because of its value, its rank or its visibility", async () => {
  const named = await create(mia.token, { name: "Alphas", text: "title:alpha" })
  const own = await send("GET", `/${named.id}/items/${ids["Beta"]}/why`, mia.token)
  expect(own.json.data).toMatchObject({
    sentence: "Not included. Deciding condition: Title contains alpha (here: Beta).",
    tree: { isTrue: false, value: "Beta" }
  })
  const { id } = await create(admin, {
    ...{ name: "First video", visibility: "everyone", text: "type:video sort:title limit:1" }
  })
  const why = (title: string, token: string, userId?: string) =>
    send("GET", `/${id}/items/${ids[title]}/why${userId === undefined ? "" : `?userId=${userId}`}`, token)
  const sentence = async (title: string, userId?: string) =>
    (await why(title, admin, userId)).json.data.sentence
  expect(await sentence("Beta")).toBe("It matches, but it ranks 3rd, and the limit is 1.")
  expect(await sentence("Beta", mia.id)).toBe("It matches, but it ranks 2nd, and the limit is 1.")
  expect((await why("Alpha", admin, mia.id)).json.data.isMember).toBe(true)
  expect(await sentence("Secret", mia.id)).toBe(
    'mia cannot see this item, because the library "Hidden" is not shared with mia.'
  )
  expect(await sentence("Adult", mia.id)).toMatch(/^mia cannot see this item, because it is marked NSFW/)
  expect((await why("Beta", tom.token, mia.id)).status).toBe(403)
  expect((await why("Beta", admin, ids["Beta"]!)).status).toBe(404)
})

it("shows the history of added and removed items only to viewers who may see the items", async () => {
  const manual = await create(mia.token, { name: "History", itemIds: idsOf("Alpha") })
  await send("DELETE", `/${manual.id}/items`, mia.token, { itemIds: idsOf("Alpha") })
  expect((await send("GET", `/${manual.id}`, mia.token)).json.data.week).toEqual({ added: 1, removed: 1 })
  const changes = async (token: string, id: string) =>
    (await send("GET", `/${id}/changes`, token)).json.data.map(
      ({ change, title }: { change: string; title: string }) => `${change} ${title}`
    )
  expect(await changes(mia.token, manual.id)).toEqual(["out Alpha", "in Alpha"])
  const { id } = await create(admin, {
    name: "Ruled",
    visibility: "everyone",
    text: "tag:fresh OR title:gamma"
  })
  // Apply the tag merges of earlier tests first. Later, they would cause a full evaluation, which records no cause.
  await server.run(applyEvents())
  await server.run(refreshCollection(id))
  expect(await changes(tom.token, id)).toEqual([])
  for (const title of ["Beta", "Secret"])
    await server.run(updateItem(administrator, ids[title]!, { tags: ["fresh"] }))
  await server.run(applyEvents())
  expect(await server.run(refreshCollection(id))).toEqual({ added: 0, removed: 0 })
  const [first] = (await send("GET", `/${id}/changes`, admin)).json.data
  expect(first.cause).toMatchObject({ what: "item.related.v1" })
  expect((await send("GET", `/${id}`, tom.token)).json.data.week).toEqual({ added: 2, removed: 0 })
  expect((await send("GET", `/${id}`, mia.token)).json.data.week).toEqual({ added: 1, removed: 0 })
  expect((await changes(tom.token, id)).toSorted()).toEqual(["in Beta", "in Secret"])
  expect(await changes(mia.token, id)).toEqual(["in Beta"])
  expect((await send("GET", `/${id}`, mia.token)).json.data.refreshedAt).not.toBeNull()
  expect((await send("POST", `/${id}/refresh`, mia.token)).status).toBe(403)
})

it("creates a collection from a saved view", async () => {
  const view = await server.request("POST", "/api/views", {
    token: mia.token,
    body: { name: "By title", page: "videos", text: "-title:beta", sort: "-title" }
  })
  const { data } = (await send("POST", "/from-view", mia.token, { viewId: view.json.data.id })).json
  expect(data).toMatchObject({ name: "By title", mode: "dynamic", total: 2 })
  expect(await titles(mia.token, data.id)).toEqual(["Gamma", "Alpha"])
})

it("deletes the collections of a deleted account", async () => {
  const { id, token } = await server.account({ username: "short" })
  await create(token, { name: "Mine", text: "title:a" })
  await server.request("DELETE", `/api/users/${id}`, { token: admin })
  expect(await server.rows("select id from collections where account_id = $1", [id])).toEqual([])
})
