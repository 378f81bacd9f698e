import { classifyLibrary } from "../series/classifyLibrary.ts"
import { rebuildAll } from "@media/event-store/Rebuild"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// Scans a folder of videos with NFO files and pictures, and checks the resulting items through the API.

let server: TestServer
let token = ""
let folder = ""
let library: Awaited<ReturnType<typeof openLibrary>>

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = (method: string, target: string, body?: unknown) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
const write = (files: Readonly<Record<string, string>>) => writeTree(folder, files)
const video = (name: string) => ({ [name]: `Enough bytes of ${name} to be told from the others.` })
const scan = async () => {
  await library.scan()
  return server.run(classifyLibrary(library.id, () => Effect.void))
}
const find = async (list: string, title: string): Promise<Json> => {
  const { items } = await data(`${list}?perPage=100`)
  const found = items.find((item: Json) => item.title === title)
  expect(found, `${title} in ${items.map((item: Json) => item.title).join()}`).toBeDefined()
  return data(`${list}/${found.id}`)
}
const events = async () => Number((await server.rows("select count(*) as n from events"))[0]!["n"])
const reasonOf = async (name: string) =>
  (await data(`/api/files?perPage=100&q=${encodeURIComponent(name)}`)).items[0]?.reason

const wire = "The Wire (2002)"
const heat = "Heat (1995)"

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  folder = join(server.media, "films")
  write({
    ...video(`${heat}/heat.mkv`),
    [`${heat}/movie.nfo`]: `<?xml version="1.0"?><movie><title>Heat & Dust</title><originaltitle>Heat</originaltitle>
      <plot>A thief and a detective.</plot><premiered>1995-12-15</premiered><mpaa>R</mpaa><rating>8.3</rating>
      <runtime>170</runtime><set><name>Michael Mann</name></set><genre>Crime / Drama</genre><studio>Regency</studio><uniqueid type="imdb">tt0113277</uniqueid>
      <actor><name>Al Pacino</name><role>Vincent Hanna</role></actor><director>Michael Mann</director></movie>`,
    [`${heat}/poster.jpg`]: "a picture",
    [`${heat}/fanart.jpg`]: "a picture",
    ...video(`${wire}/Season 01/The Wire - S01E01.mkv`),
    [`${wire}/Season 01/The Wire - S01E01.nfo`]: `<episodedetails><title>The Target</title><aired>2002-06-02</aired>
      <season>1</season><episode>1</episode><plot>McNulty.</plot></episodedetails>`,
    ...video(`${wire}/Season 01/The Wire - S01E02.mkv`),
    // The file name has the wrong episode number, and the NFO file has the right one.
    [`${wire}/Season 01/The Wire - S01E02.nfo`]: `<episodedetails><title>The Pager</title><season>1</season><episode>5</episode></episodedetails>`,
    [`${wire}/Season 01/season.nfo`]:
      "<season><title>The Towers</title><seasonnumber>1</seasonnumber></season>",
    [`${wire}/tvshow.nfo`]: `<tvshow><title>The Wire (HBO)</title><plot>Baltimore.</plot><premiered>2002-06-02</premiered>
      <namedseason number="1">Not this</namedseason><uniqueid type="tvdb">79126</uniqueid><status>Ended</status></tvshow>`,
    [`${wire}/poster.jpg`]: "a picture",
    [`${wire}/season01-poster.jpg`]: "a picture",
    ...video("Alien (1979).mkv"),
    "Alien (1979).nfo": "<movie><title>Alien",
    ...video("Loose.mkv"),
    "Loose.nfo": "https://www.imdb.com/title/tt0000001/"
  })
  library = await openLibrary(server, [folder])
  await scan()
})
afterAll(() => server.stop())

it("takes the details of a movie from its NFO file", async () => {
  const movie = await find("/api/video/movies", "Heat & Dust")
  expect(movie).toMatchObject({
    originalTitle: "Heat",
    details: "A thief and a detective.",
    date: "1995-12-15",
    contentRating: "R",
    communityRating: 83,
    runtimeMinutes: 170,
    externalIds: { imdb: "tt0113277" },
    studio: { name: "Regency" }
  })
  expect(movie.tags.map(({ name }: Json) => name)).toEqual(["Crime", "Drama"])
  expect(movie.performers.map(({ character, name, role }: Json) => [name, character, role])).toEqual([
    ["Al Pacino", "Vincent Hanna", null],
    ["Michael Mann", null, "Director"]
  ])
  expect(movie.sources.title.map(({ ref, source }: Json) => [source, ref])).toEqual([
    ["nfo", `${heat}/movie.nfo`],
    ["name", null]
  ])
})

it("takes the details of a series, a season and episodes from their NFO files", async () => {
  const series = await find("/api/video/series", "The Wire (HBO)")
  expect(series).toMatchObject({ details: "Baltimore.", externalIds: { tvdb: "79126" }, date: "2002-06-02" })
  expect(series.seasons.map(({ title }: Json) => title)).toEqual(["The Towers"])
  const episodes = await data(`/api/video/episodes?seriesId=${series.id}&sort=title&order=desc`)
  expect(episodes.items.map(({ episode, title }: Json) => [episode, title])).toEqual([
    [1, "The Target"],
    [5, "The Pager"]
  ])
  expect((await find("/api/video/episodes", "The Target")).airDate ?? "2002-06-02").toBe("2002-06-02")
})

it("uses the air dates and the positions of specials in NFO files", async () => {
  expect(await find("/api/video/episodes", "The Target")).toMatchObject({ airDate: "2002-06-02" })
  const special = `${wire}/Specials/The Wire - S00E01`
  write({
    ...video(`${special}.mkv`),
    [`${special}.nfo`]: `<episodedetails><title>Behind the scenes</title><aired>2002-06-09</aired><season>0</season>
      <episode>1</episode><airsbefore_season>1</airsbefore_season><airsbefore_episode>5</airsbefore_episode></episodedetails>`
  })
  await scan()
  const { seasons } = await find("/api/video/series", "The Wire (HBO)")
  const season = seasons.find(({ number }: Json) => number === 1)
  const { items } = await data(`/api/video/seasons/${season.id}/episodes?placed=true`)
  expect(items.map(({ airDate, title }: Json) => [title, airDate])).toEqual([
    ["The Target", "2002-06-02"],
    ["Behind the scenes", "2002-06-09"],
    ["The Pager", null]
  ])
})

it("filters movies by set and series by status", async () => {
  const titles = async (list: string) => (await data(list)).items.map(({ title }: Json) => title)
  expect(await titles("/api/video/movies?setName=mann")).toEqual(["Heat & Dust"])
  expect(await titles("/api/video/series?seriesStatus=ended")).toEqual(["The Wire (HBO)"])
  expect(await titles("/api/video/series?seriesStatus=continuing")).toEqual([])
})

it("reads ids from an NFO file that contains only a URL", async () => {
  expect((await find("/api/videos", "Loose")).externalIds).toEqual({ imdb: "tt0000001" })
})

it("uses pictures next to videos as artwork and does not list them as images", async () => {
  const rows = await server.rows(
    "select v.kind, s.shown -> 'artwork' as artwork from item_sources s join items v on v.id = s.item_id where s.shown ? 'artwork' order by 1"
  )
  expect(
    rows.map(({ artwork, kind }) => [
      kind,
      Object.entries(artwork as Json).map(([of, { path }]: Json) => `${of} ${path}`)
    ])
  ).toEqual([
    ["video", [`poster ${heat}/poster.jpg`, `backdrop ${heat}/fanart.jpg`]],
    ["series", [`poster ${wire}/poster.jpg`]],
    ["season", [`poster ${wire}/season01-poster.jpg`]]
  ])
  expect(await reasonOf("fanart")).toMatch(/^Artwork/)
})

it("reports a damaged NFO file and keeps its last valid values", async () => {
  expect((await find("/api/video/movies", "Alien")).externalIds).toEqual({})
  expect(await reasonOf("Alien (1979).nfo")).toMatch(/^Not read: /)
  write({ "Alien (1979).nfo": "<movie><title>Alien!</title><tagline>In space</tagline></movie>" })
  await scan()
  expect(await reasonOf("Alien (1979).nfo")).toMatch(/^Metadata/)
  write({ "Alien (1979).nfo": "<movie><title>Broken again" })
  await scan()
  expect((await find("/api/video/movies", "Alien!")).tagline).toBe("In space")
  expect(await reasonOf("Alien (1979).nfo")).toMatch(/^Not read: /)
})

it("writes no events if no file has changed", async () => {
  const before = await events()
  expect((await scan()) as Json).toMatchObject({ described: 0, classified: 0 })
  expect(await events()).toBe(before)
})

it("keeps a user's edit when the NFO file changes or is deleted", async () => {
  const { id } = await find("/api/video/movies", "Heat & Dust")
  await send("PATCH", `/api/videos/${id}`, { title: "Heat" })
  write({ [`${heat}/movie.nfo`]: "<movie><title>Other</title><plot>Other plot</plot></movie>" })
  await scan()
  expect(await find("/api/video/movies", "Heat")).toMatchObject({
    details: "Other plot",
    tags: [],
    studio: null
  })
  expect((await send("PATCH", `/api/videos/${id}`, { reset: ["title"] })).json.data.title).toBe("Other")
  rmSync(join(folder, heat, "movie.nfo"))
  rmSync(join(folder, heat, "poster.jpg"))
  await scan()
  const now = await data(`/api/videos/${id}`)
  expect(now).toMatchObject({ title: "heat", details: null })
  expect(Object.keys(now.sources)).toEqual(expect.arrayContaining(["artwork", "title"]))
})

it("rereads the NFO file of a renamed video", async () => {
  for (const ending of ["mkv", "nfo"])
    renameSync(join(folder, `Loose.${ending}`), join(folder, `Free.${ending}`))
  await server.rows("update item_files set oshash = null")
  await scan()
  expect((await find("/api/videos", "Free")).externalIds).toEqual({ imdb: "tt0000001" })
})

describe("watched status and positions in NFO files", () => {
  const title = "The Target"
  const target = `${wire}/Season 01/The Wire - S01E01`
  const episode = (playback: string) =>
    `<episodedetails><title>${title}</title><season>1</season><episode>1</episode>${playback}</episodedetails>`
  const stateOf = async (name: string) => (await find("/api/videos", name)).userState

  it("imports no watched status if no account is set in the library's settings", async () => {
    const played = "<playcount>3</playcount><lastplayed>2020-02-02 20:00:00</lastplayed>"
    write({
      [`${target}.nfo`]: episode(played),
      "Free.nfo": "<movie><title>Free</title><watched>true</watched></movie>"
    })
    await scan()
    expect(await stateOf(title)).toMatchObject({ isWatched: false, playCount: 0 })
  })

  it("rejects an unknown account for importing the watched status", async () => {
    const unknown = await send("PATCH", `/api/libraries/${library.id}`, {
      nfoWatchedAccountId: "01890000-0000-7000-8000-000000000000"
    })
    expect([unknown.status, unknown.json.error.message]).toEqual([
      400,
      "nfoWatchedAccountId: This account does not exist or is disabled."
    ])
  })

  it("imports the watched status once, and not again after the user marked the item as unwatched", async () => {
    const [account] = await server.rows("select id from accounts")
    const accountId = account!["id"]
    const changed = await send("PATCH", `/api/libraries/${library.id}`, { nfoWatchedAccountId: accountId })
    expect(changed.json.data.nfoWatchedAccountId).toBe(accountId)
    await scan()
    expect(await stateOf(title)).toMatchObject({ isWatched: true, playCount: 3 })
    expect(await stateOf("Free")).toMatchObject({ isWatched: true, playCount: 1 })
    const [row] = await server.rows(
      "select u.watched_at from user_items u join items v on v.id = u.item_id where v.title = $1",
      [title]
    )
    expect((row!["watched_at"] as unknown as Date).getFullYear()).toBe(2020)
    const before = await events()
    await scan()
    expect(await events()).toBe(before)

    const { id } = await find("/api/videos", title)
    await send("DELETE", `/api/videos/${id}/watched`)
    write({ [`${target}.nfo`]: episode("<playcount>4</playcount>") })
    await scan()
    expect(await stateOf(title)).toMatchObject({ isWatched: false })
  })

  it("imports a position, unless it is at the end of the item or the user already has a position", async () => {
    const { id } = await find("/api/videos", "The Pager")
    const setDuration = (seconds: number | null) =>
      server.rows("update items set duration = $2 where id = $1", [id, seconds])
    await setDuration(3600)
    const paused = (seconds: number) => ({
      [`${wire}/Season 01/The Wire - S01E02.nfo`]: `<episodedetails><title>The Pager</title><season>1</season><episode>5</episode>
        <resume><position>${seconds}</position><total>3600</total></resume></episodedetails>`
    })
    write(paused(3599))
    await scan()
    expect((await stateOf("The Pager")).position).toBe(0)
    write(paused(900))
    await scan()
    expect((await stateOf("The Pager")).position).toBe(900)
    write(paused(1200))
    await scan()
    expect((await stateOf("The Pager")).position).toBe(900)
    await setDuration(null)
  })
})

it("rebuilds identical rows from the event log", async () => {
  for (const { projection, tables } of await server.run(rebuildAll({ replace: false })))
    for (const { onlyLive, onlyRebuilt, table } of tables)
      expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
})
