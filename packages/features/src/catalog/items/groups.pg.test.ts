import type { Event } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { makeItem } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let root = ""
let member = ""
let careful = ""
let libraryId = ""
const rootId = uuidv7()

beforeAll(async () => {
  server = await startTestServer()
  root = (await server.setup()).token
  libraryId = uuidv7()
  const created = {
    _tag: "library.created.v1",
    name: "Photos",
    isNsfw: false,
    contents: ["images"],
    roots: [{ id: rootId, path: "/nowhere", enabled: true, recursive: true }]
  }
  await append(libraryId, created)
  member = (await server.account({ username: "member", libraryIds: [libraryId], allowNsfw: true })).token
  careful = (await server.account({ username: "careful", libraryIds: [libraryId], allowNsfw: false })).token
  for (const token of [root, member])
    await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw: true } })
})
afterAll(() => server.stop())

const append = async (id: string, event: Event) => {
  const rows = await server.rows("select count(*)::int as n from events where stream_id = $1", [id])
  await server.run(
    Effect.flatMap(EventStore, (store) =>
      store.append([{ streamId: id, expectedVersion: Number(rows[0]!["n"]), events: [event] }], {
        cause: "test"
      })
    )
  )
}
const folder = async (title: string) => {
  const id = uuidv7()
  const location = { rootId, path: title, pathBytes: Buffer.from(title).toString("base64") }
  await append(id, { _tag: "item.group-registered.v1", kind: "gallery", title, folder: location } as never)
  return id
}
const image = (title: string) =>
  makeItem(server, { kind: "image", libraryId, rootId, path: `${title}.jpg`, title })
const put = (id: string, parentId: string | null, ordinal: number | null) =>
  append(id, { _tag: "item.placed.v1", parentId, ordinal } as never)
const ask = async (token: string, path: string) => (await server.get(path, token)).json.data
const galleries = async (token: string): Promise<ReadonlyArray<string>> =>
  (await ask(token, "/api/galleries?sort=title&order=asc")).items.map(
    ({ count, status, title }: { title: string; count: number; status: string }) =>
      `${title} ${count} ${status}`
  )
const nsfw = (token: string, path: string, isNsfw: boolean) =>
  server.request("PATCH", path, { token, body: { isNsfw } })

it("shows a group only to accounts that may see at least one item in it", async () => {
  const outer = await folder("Outer")
  const inner = await folder("Inner")
  const [one, two, three] = [await image("one"), await image("two"), await image("three")]
  expect(await galleries(root)).toEqual([])

  await put(inner, outer, 1)
  await put(one, inner, 2)
  await put(two, inner, 1)
  expect(await galleries(careful)).toEqual(["Inner 2 ready", "Outer 0 ready"])
  const inOrder = await ask(careful, `/api/images?parentId=${inner}&sort=ordinal&order=asc`)
  expect(inOrder.items.map(({ id }: { id: string }) => id)).toEqual([two, one])
  expect(await ask(careful, `/api/galleries?parentId=${outer}`)).toMatchObject({
    items: [{ title: "Inner", parentId: outer }]
  })

  await nsfw(root, `/api/images/${one}`, true)
  expect(await galleries(careful)).toEqual(["Inner 1 ready", "Outer 0 ready"])
  expect(await galleries(member)).toEqual(["Inner 2 ready", "Outer 0 ready"])
  await nsfw(root, `/api/images/${two}`, true)
  expect(await galleries(careful)).toEqual([])
  expect((await server.get(`/api/galleries/${inner}`, careful)).status).toBe(404)
  // The account can see both groups again after an image without the NSFW flag is added.
  await put(three, inner, 3)
  expect(await galleries(careful)).toEqual(["Inner 1 ready", "Outer 0 ready"])

  await nsfw(root, `/api/galleries/${outer}`, true)
  expect(await galleries(careful)).toEqual([])
  expect((await ask(careful, "/api/images")).items).toEqual([])
  expect(await galleries(member)).toEqual(["Inner 3 ready", "Outer 0 ready"])
  await nsfw(root, `/api/galleries/${outer}`, false)
  expect((await ask(careful, "/api/images")).items).toMatchObject([{ id: three }])

  await append(three, { _tag: "item.file-missing.v1", reason: "gone" } as never)
  expect(await galleries(careful)).toEqual(["Inner 1 ready", "Outer 0 ready"])
  for (const id of [one, two]) await append(id, { _tag: "item.file-missing.v1", reason: "gone" } as never)
  expect(await galleries(member)).toEqual(["Inner 3 missing", "Outer 0 missing"])
  for (const id of [one, two, three]) await put(id, null, null)
  expect(await galleries(root)).toEqual([])
  expect((await server.get(`/api/galleries/${inner}`, root)).status).toBe(404)
  await put(three, inner, 1)
  expect(await galleries(root)).toEqual(["Inner 1 missing", "Outer 0 missing"])
})

it("lets users rate, favorite and edit a group like any other item", async () => {
  const id = await folder("Holiday")
  await put(await image("beach"), id, 1)
  const one = `/api/galleries/${id}`
  expect((await server.request("PUT", `${one}/rating`, { token: member, body: { rating: 80 } })).status).toBe(
    200
  )
  expect((await server.request("PUT", `${one}/favorite`, { token: member })).status).toBe(200)
  await server.request("PATCH", one, { token: root, body: { title: "Holidays" } })
  expect(await ask(member, one)).toMatchObject({
    title: "Holidays",
    isDerived: true,
    path: "Holiday",
    userState: { rating: 80, isFavorite: true }
  })
  expect((await server.request("DELETE", one, { token: root })).status).toBe(200)
  expect(await galleries(root)).not.toContain("Holidays 1 ready")
  expect(await ask(root, "/api/images?q=beach")).toMatchObject({ items: [{ title: "beach" }] })
})
