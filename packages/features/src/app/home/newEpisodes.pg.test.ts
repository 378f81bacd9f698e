import { updateItem } from "@media/features/catalog/items/commands"
import { classifyLibrary } from "@media/features/media/series/classifyLibrary"
import { administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// These tests scan a folder of series and check how the home page shows the new episodes.

let server: TestServer
let token = ""
let folder = ""
let library: Awaited<ReturnType<typeof openLibrary>>

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const added = async (as = token): Promise<Json> => (await data("/api/home", as)).recentlyAdded[0]
/** Returns the title of each card in the row, with the number and the season of its new episodes. */
const cards = async (as = token): Promise<ReadonlyArray<Json>> => {
  const { items, newEpisodes } = await added(as)
  return items.map(({ id, title }: Json) => {
    const news = newEpisodes.find(({ seriesId }: Json) => seriesId === id)
    return news === undefined ? [title] : [title, news.count, news.season]
  })
}
/** Adds files and backdates their items by `daysAgo` days. */
const add = async (daysAgo: number, ...names: ReadonlyArray<string>) => {
  const before = new Set((await server.rows("select id from items")).map(({ id }) => id))
  writeTree(
    folder,
    Object.fromEntries(names.map((name) => [name, `Enough bytes of ${name} to be told from the others.`]))
  )
  await library.scan()
  await server.run(classifyLibrary(library.id, () => Effect.void))
  const ids = (await server.rows("select id from items")).map(({ id }) => id).filter((id) => !before.has(id))
  await server.rows(
    "update items set status = 'ready', created_at = now() - make_interval(days => $2) where id = any($1::uuid[])",
    [ids, daysAgo]
  )
}

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  folder = join(server.media, "films")
  writeTree(folder, { "note.txt": "nothing" })
  library = await openLibrary(server, [folder], { contents: ["videos"] })
  await add(
    60,
    "The Wire/Season 01/The Wire - S01E01.mkv",
    "The Wire/Season 01/The Wire - S01E02.mkv",
    "Fargo/Season 01/Fargo - S01E01.mkv"
  )
  await add(3, "Heat (1995)/Heat (1995).mkv")
  await add(2, "Fargo/Season 01/Fargo - S01E02.mkv", "Fargo/Season 02/Fargo - S02E01.mkv")
  await add(
    1,
    "The Wire/Season 02/The Wire - S02E01E02.mkv",
    "The Wire/Season 02/The Wire - S02E03.mkv",
    "The Wire/Season 02/The Wire - S02E04.mkv"
  )
})
afterAll(() => server.stop())

it("shows the new episodes of a series as one card", async () => {
  expect(await cards()).toEqual([["The Wire", 4, 2], ["Fargo", 2, null], ["Heat"]])
  const { newEpisodes } = await added()
  expect(Date.now() - Date.parse(newEpisodes[0].addedAt)).toBeGreaterThan(86_000_000)
})

it("counts only new episodes that the viewer may see", async () => {
  const { token: member } = await server.account({
    username: "member",
    libraryIds: [library.id],
    allowNsfw: false
  })
  const { token: stranger } = await server.account({ username: "stranger", libraryIds: [], allowNsfw: true })
  const { items } = await data(
    `/api/video/episodes?season=2&q=${encodeURIComponent('show:"The Wire"')}&sort=title&order=asc`
  )
  const { id } = items.find(({ title }: Json) => title === "Episode 4")
  await server.run(updateItem(administrator, id, { isNsfw: true }))
  expect((await cards(member))[0]).toEqual(["The Wire", 3, 2])
  expect((await cards())[0]).toEqual(["The Wire", 4, 2])
  expect((await data("/api/home", stranger)).recentlyAdded).toEqual([])
  await server.run(updateItem(administrator, id, { isNsfw: false }))
})

it("does not count new episodes with missing files", async () => {
  const [last] = await server.rows(
    "update items set status = 'missing' where title = 'Episode 4' and kind = 'video' returning id"
  )
  expect((await cards())[0]).toEqual(["The Wire", 3, 2])
  await server.rows("update items set status = 'ready' where id = $1", [last!["id"]])
})

it("shows at most twenty series, each of them once", async () => {
  const shows = Array.from({ length: 25 }, (_, n) => `Show ${String.fromCodePoint(65 + n)}`)
  await add(0, ...shows.flatMap((show) => [1, 2].map((n) => `${show}/Season 01/${show} - S01E0${n}.mkv`)))
  const shown = (await cards()).filter(([title]) => title !== "Heat")
  expect(shown).toHaveLength(20)
  expect(new Set(shown.map(([title]) => title)).size).toBe(20)
  expect(shown.every(([title, count]) => title.startsWith("Show ") && count === 2)).toBe(true)
})
