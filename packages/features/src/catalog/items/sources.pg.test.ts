import { EventStore } from "@media/event-store/EventStore"
import { rebuildAll } from "@media/event-store/Rebuild"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { itemDecider, type ItemCommand } from "./decider.ts"
import { followSources } from "./relatedSources.ts"

let server: TestServer
let token = ""
let id = ""
let libraryId = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const video = async (): Promise<Json> => (await server.get(`/api/videos/${id}`, token)).json.data
const patch = async (body: object): Promise<Json> =>
  (await server.request("PATCH", `/api/videos/${id}`, { token, body })).json
const execute = (command: ItemCommand) =>
  server.run(
    Effect.flatMap(EventStore, (store) =>
      store.execute({ streamId: id, decider: itemDecider, command, meta: { cause: "job" } })
    )
  )
const state = async (source: "nfo" | "scrape" | "tags", values: object) => {
  await execute({ _tag: "State", source, ref: "Heat.nfo", values: values as never })
  await server.run(followSources(id, ["performers", "studio", "tags"], { cause: "job" }))
}
const sourcesOf = async (field: string) =>
  ((await video()).sources[field] ?? []).map(({ source, value }: Json) => [source, value])

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const folder = join(server.media, "films")
  writeTree(folder, { "some_clip.mkv": "some bytes of a clip" })
  const library = await openLibrary(server, [folder])
  await library.scan()
  const [item] = (await server.get("/api/videos", token)).json.data.items
  id = item.id
  libraryId = item.libraryId
})
afterAll(() => server.stop())

it("shows the file name until a better source provides a title", async () => {
  expect(await sourcesOf("title")).toEqual([["name", "some clip"]])
  await state("tags", { title: "Tagged" })
  await state("nfo", {
    title: "Heat",
    details: "A plot",
    date: "1995-12-15",
    tagline: "A Los Angeles crime saga"
  })
  expect(await video()).toMatchObject({
    title: "Heat",
    sortTitle: "heat",
    details: "A plot",
    date: "1995-12-15",
    tagline: "A Los Angeles crime saga"
  })
  expect(await sourcesOf("title")).toEqual([
    ["nfo", "Heat"],
    ["tags", "Tagged"],
    ["name", "some clip"]
  ])
})

it("keeps a user's edit regardless of what other sources provide later", async () => {
  await patch({ title: "My Heat", details: null })
  await state("nfo", { title: "Heat again", details: "Another plot" })
  expect(await video()).toMatchObject({ title: "My Heat", details: null, date: null, tagline: null })
  expect((await video()).sources.title[0]).toMatchObject({ source: "user", value: "My Heat", by: "root" })
})

it("shows the value of the next source after a reset, and counts the reset as an edit", async () => {
  const before = await video()
  expect((await patch({ reset: ["details"], expectedVersion: before.version - 1 })).error.code).toBe(
    "conflict"
  )
  const after = (await patch({ reset: ["title", "details"], expectedVersion: before.version })).data
  expect(after).toMatchObject({ title: "Heat again", details: "Another plot" })
  expect(after.version).toBe(before.version + 1)
  await state("nfo", {})
  expect(await video()).toMatchObject({ title: "Tagged", details: null })
})

it("takes performers, studio and tags from sources until a user changes them", async () => {
  const names = async () => {
    const { performers, studio, tags } = await video()
    const all = [...performers.map(({ character, name }: Json) => `${name} as ${character}`), studio?.name]
    return [...all, ...tags.map(({ name }: Json) => name)]
  }
  const values = {
    performers: [{ name: "Al Pacino", character: "Vincent Hanna" }],
    studio: "Regency",
    tags: ["Crime", "Drama"]
  }
  await state("nfo", values)
  expect(await names()).toEqual(["Al Pacino as Vincent Hanna", "Regency", "Crime", "Drama"])
  // Unchanged values in a submitted form do not lock the fields.
  await patch({ tags: ["Drama", "Crime"], studio: "Regency" })
  expect(await sourcesOf("tags")).toEqual([["nfo", ["Crime", "Drama"]]])
  await patch({ tags: ["Heist"] })
  expect((await sourcesOf("tags"))[0]).toEqual(["user", ["Heist"]])
  await state("nfo", { ...values, tags: ["Crime", "Thriller"], studio: "Warner" })
  expect(await names()).toEqual(["Al Pacino as Vincent Hanna", "Warner", "Heist"])
  await patch({ reset: ["tags"] })
  expect(await names()).toEqual(["Al Pacino as Vincent Hanna", "Warner", "Crime", "Thriller"])
  await state("nfo", {})
  expect(await names()).toEqual([undefined])
})

it("omits sources of performers, studio and tags for users who hide NSFW content", async () => {
  await state("nfo", { title: "Heat", tags: ["Noir"] })
  expect(await sourcesOf("tags")).not.toEqual([])
  const milo = (await server.account({ username: "milo", libraryIds: [libraryId] })).token
  const { sources } = (await server.get(`/api/videos/${id}`, milo)).json.data
  expect(Object.keys(sources)).toContain("title")
  expect(Object.keys(sources)).not.toContain("tags")
})

it("lets users edit external ids, the sort title and the community rating", async () => {
  const changes = { externalIds: { imdb: "tt0113277" }, sortTitle: "Zzz", communityRating: 82 }
  expect((await patch(changes)).data).toMatchObject({ ...changes, sortTitle: "zzz" })
  expect((await patch({ externalIds: { "No such": "1" } })).error.code).toBe("validation")
})

it("rebuilds the projections with identical rows", async () => {
  for (const { projection, tables } of await server.run(rebuildAll({ replace: false })))
    for (const { onlyLive, onlyRebuilt, table } of tables)
      expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
})
