import { classifyLibrary } from "./classifyLibrary.ts"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// Renumbers the episodes of a folder, and checks that scans keep the new numbers.

let server: TestServer
let token = ""
let library: Awaited<ReturnType<typeof openLibrary>>

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const renumber = (episodes: ReadonlyArray<object>, as = token) =>
  server.request("POST", "/api/video/episodes/renumber", { token: as, body: { episodes } })
const scan = async () => {
  await library.scan()
  return server.run(classifyLibrary(library.id, () => Effect.void))
}
const numbers = async (): Promise<ReadonlyArray<string>> =>
  (await data("/api/video/episodes?sort=ordinal&order=asc&perPage=100")).items
    .map(
      ({ episode, episodeEnd, season, title }: Json) =>
        `${title} ${season}x${episode}${episodeEnd ? `-${episodeEnd}` : ""}`
    )
    .toSorted()
const idOf = async (title: string): Promise<string> =>
  (await data("/api/video/episodes?perPage=100")).items.find((each: Json) => each.title === title).id

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const folder = join(server.media, "films")
  const names = ["S01E01 - One", "S01E02 - Two", "S01E03 - Three", "S01E04 - Four"]
  writeTree(
    folder,
    Object.fromEntries(
      names.map((name) => [`Dark (2017)/Season 1/Dark - ${name}.mkv`, `Enough bytes of ${name} for a file.`])
    )
  )
  library = await openLibrary(server, [folder])
  await scan()
})
afterAll(() => server.stop())

it("renumbers many episodes and keeps the new numbers after scans", async () => {
  const [three, four] = [await idOf("Three"), await idOf("Four")]
  const { status } = await renumber([
    { id: three, season: 2, episode: 1, episodeEnd: 2 },
    { id: four, season: 2, episode: 3 }
  ])
  expect(status).toBe(200)
  await scan()
  const wanted = ["Four 2x3", "One 1x1", "Three 2x1-2", "Two 1x2"]
  expect(await numbers()).toEqual(wanted)
  await scan()
  expect(await numbers()).toEqual(wanted)
  const [{ id }] = (await data("/api/video/series")).items
  expect(
    (await data(`/api/video/series/${id}`)).seasons.map(({ episodeCount, number }: Json) => [
      number,
      episodeCount
    ])
  ).toEqual([
    [1, 2],
    [2, 3]
  ])
})

it("rejects the whole request if an episode is unknown, repeated or has an invalid range", async () => {
  const before = await numbers()
  const one = await idOf("One")
  const unknown = "00000000-0000-7000-8000-000000000000"
  expect(
    (
      await renumber([
        { id: one, season: 3, episode: 1 },
        { id: unknown, season: 3, episode: 2 }
      ])
    ).status
  ).toBe(404)
  expect(
    (
      await renumber([
        { id: one, season: 3, episode: 1 },
        { id: one, season: 3, episode: 2 }
      ])
    ).status
  ).toBe(400)
  expect((await renumber([{ id: one, season: 3, episode: 4, episodeEnd: 2 }])).status).toBe(400)
  const { token: member } = await server.account({ username: "member", libraryIds: [library.id] } as never)
  expect((await renumber([{ id: one, season: 3, episode: 1 }], member)).status).toBeGreaterThanOrEqual(403)
  await scan()
  expect(await numbers()).toEqual(before)
})

it("returns the series and number of an episode in search results", async () => {
  await renumber([{ id: await idOf("Two"), season: 1, episode: 2 }])
  const { groups } = await data("/api/search?q=two")
  const [{ items }] = groups.filter(({ kind }: Json) => kind === "video")
  expect(items).toMatchObject([
    {
      ...{ title: "Two", type: "episode" },
      episodeOf: { series: "Dark", season: 1, episode: 2, episodeEnd: null }
    }
  ])
})
