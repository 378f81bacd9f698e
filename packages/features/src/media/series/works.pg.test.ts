import { EventStore } from "@media/event-store/EventStore"
import { rebuildAll } from "@media/event-store/Rebuild"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { videoDecider } from "../videos/decider.ts"
import { classifyLibrary } from "./classifyLibrary.ts"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let token = ""
let movie = ""
let series = ""
let plain = ""
let libraryId = ""
let classify: () => Promise<unknown>
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = (method: string, target: string, body?: unknown) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
const titles = async (list: string): Promise<Array<string>> =>
  (await data(list)).items.map(({ title }: Json) => title)
const undoLast = async () => {
  const [last] = await server.rows("select max(position)::int as n from events where type like 'item.%'")
  const { status } = await send("POST", "/api/history/undo", { eventPosition: last!["n"] })
  expect(status).toBe(200)
}

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const folder = join(server.media, "films")
  const content = (name: string) => `Enough bytes of ${name} to be told from the others.`
  const names = [
    "Gone (2008)/Gone (2008)-cd1.avi",
    "Gone (2008)/Gone (2008)-cd2.avi",
    "Heat (1995)/Heat (1995).mkv",
    "Jaws (1975)/Jaws (1975) - 4K.mkv",
    "Jaws (1975)/Jaws (1975) - DVD.mkv",
    "The Wire (2002)/Season 01/The Wire - S01E01.mkv",
    "The Wire (2002)/Season 01/The Wire - S01E02.mkv",
    "The Wire (2002)/Specials/The Wire - S00E01.mkv",
    "The Wire (2002)/Specials/The Wire - S00E02.mkv"
  ]
  writeTree(folder, Object.fromEntries(names.map((name) => [name, content(name)])))
  const library = await openLibrary(server, [folder])
  await library.scan()
  libraryId = library.id
  classify = () => server.run(classifyLibrary(library.id, () => Effect.void))
  await classify()
  await server.rows(
    "update items v set duration = case when f.path like '%cd1%' then 3000 else 2000 end, status = 'ready' from item_files f where f.item_id = v.id"
  )
  const { items } = await data("/api/video/movies?sort=title&order=asc")
  movie = items[0].id
  plain = items[1].id
  series = (await data("/api/video/series")).items[0].id
})
afterAll(() => server.stop())

it("includes the series of an episode in the details of the episode's file", async () => {
  const [episode] = (await data(`/api/video/episodes?seriesId=${series}`)).items
  expect((await data(`/api/videos/${episode.id}`)).work).toMatchObject({ type: "episode", seriesId: series })
})

describe("movies that consist of two parts", () => {
  it("adds the durations of the parts and stores a single playback position for the movie", async () => {
    const { duration, parts } = await data(`/api/video/movies/${movie}`)
    expect([duration, parts.length]).toEqual([5_000, 1])
    expect((await data("/api/video/movies?q=Gone")).items[0].duration).toBe(5_000)
    const second = parts[0].id
    await send("PUT", `/api/videos/${second}/progress`, { position: 400, duration: 2_000 })
    expect((await data(`/api/video/movies/${movie}`)).userState.position).toBe(3_400)
    const files = [
      { id: movie, start: 0, duration: 3_000 },
      { id: second, start: 3_000, duration: 2_000 }
    ]
    for (const id of [movie, second])
      expect((await data(`/api/videos/${id}`)).workParts).toEqual({ id: movie, position: 3_400, files })
  })

  it("marks the movie as watched only at the end of its last part", async () => {
    const state = async () => (await data(`/api/video/movies/${movie}`)).userState
    const [second] = (await data(`/api/video/movies/${movie}`)).parts
    await send("PUT", `/api/videos/${movie}/progress`, { position: 2_999, duration: 3_000, restart: true })
    expect(await state()).toMatchObject({ isWatched: false, position: 2_999 })
    await send("PUT", `/api/videos/${second.id}/progress`, { position: 1_995, duration: 2_000 })
    expect(await state()).toMatchObject({ isWatched: true, position: 0 })
    expect(await data(`/api/videos/${plain}`)).toMatchObject({
      workParts: null,
      work: { id: plain, seriesId: null, versions: [] }
    })
    expect((await data(`/api/videos/${second.id}`)).work).toMatchObject({ id: movie, type: "movie" })
  })

  it("does not reveal a hidden first part to a member who may see the second part", async () => {
    const [second] = (await data(`/api/video/movies/${movie}`)).parts
    const member = await server.account({ username: "member", libraryIds: [libraryId], allowNsfw: false })
    await server.rows("update items set is_nsfw = true where id = $1", [movie])
    const found = await server.get(`/api/videos/${second.id}`, member.token)
    await server.rows("update items set is_nsfw = false where id = $1", [movie])
    expect(found.text).not.toContain(movie)
    expect(found.json.data).toMatchObject({ workParts: null, work: { id: second.id, versions: [] } })
  })
})

it("prefers the version that the viewer played last, then the primary file chosen by hand, then the best file", async () => {
  const { items } = await data("/api/video/movies?q=Jaws")
  const jaws = () => data(`/api/video/movies/${items[0].id}`)
  const { versions } = await jaws()
  await server.rows("update items set height = case when id = $1 then 480 else 2160 end where id = any($2)", [
    items[0].id,
    [items[0].id, versions[0].id]
  ])
  expect(await jaws()).toMatchObject({ preferredId: versions[0].id, versions: [{ id: versions[0].id }] })
  expect((await data(`/api/videos/${items[0].id}`)).work.preferredId).toBe(versions[0].id)
  for (const id of [items[0].id, versions[0].id]) {
    const { work } = await data(`/api/videos/${id}`)
    expect([work.id, work.type]).toEqual([items[0].id, "movie"])
    expect(work.versions.map((version: { id: string }) => version.id)).toEqual([items[0].id, versions[0].id])
  }
  await send("PUT", `/api/videos/${versions[0].id}/progress`, { position: 500 })
  expect(await jaws()).toMatchObject({ preferredId: versions[0].id, userState: { position: 500 } })
  expect((await data(`/api/videos/${versions[0].id}`)).userState.position).toBe(500)
  await send("PUT", `/api/videos/${items[0].id}/progress`, { position: 600 })
  expect((await jaws()).preferredId).toBe(items[0].id)

  await send("POST", "/api/tags", { name: "Sharks" })
  const tag = (await data("/api/tags?q=Sharks")).items[0].id
  await send("PATCH", `/api/videos/${items[0].id}`, { title: "The shark", tags: [tag], rating: 80 })
  const primary = await send("PUT", `/api/video/movies/${items[0].id}/primary`, { videoId: versions[0].id })
  expect(primary.status).toBe(200)
  const now = await data(`/api/video/movies/${versions[0].id}`)
  expect(now).toMatchObject({ title: "The shark", userState: { rating: 80, position: 600 } })
  expect(now.tags.map(({ name }: Json) => name)).toEqual(["Sharks"])
  expect(now.versions.map(({ id }: Json) => id)).toEqual([items[0].id])
  await server.rows("update items set height = 4320 where id = $1", [items[0].id])
  const other = await server.account({ username: "other", libraryIds: [libraryId], allowNsfw: false })
  const seen = await server.get(`/api/videos/${items[0].id}`, other.token)
  expect(seen.json.data.work).toMatchObject({ id: versions[0].id, preferredId: versions[0].id })
  await classify()
  const again = await server.get(`/api/videos/${items[0].id}`, other.token)
  expect(again.json.data.work.preferredId).toBe(versions[0].id)
})

describe("the set, countries and status of a work", () => {
  it("lets users edit, filter by, undo and reset the set, countries and status of a work", async () => {
    const edit = { set: { name: "Crime" }, countries: ["France", "Italy"] }
    expect((await send("PATCH", `/api/video/movies/${plain}`, edit)).json.data).toMatchObject(edit)
    expect(await titles("/api/video/movies?setName=crime")).toEqual(["Heat"])
    expect(await titles("/api/video/movies?country=ital")).toEqual(["Heat"])
    expect(await titles("/api/video/movies?country=spain")).toEqual([])
    const found = (q: string) => titles(`/api/video/movies?q=${encodeURIComponent(`setName:crime ${q}`)}`)
    expect(await found("country=france country:(Spain, ITALY) country$=e")).toEqual(["Heat"])
    expect([await found("country!=France"), await found("country!=Spain")]).toEqual([[], ["Heat"]])
    const { facets } = await data("/api/facets?kind=video&fields=country&q=setName:crime")
    expect(facets[0].values).toEqual([
      { value: "France", label: "France", count: 1 },
      { value: "Italy", label: "Italy", count: 1 }
    ])
    const { sources } = await data(`/api/videos/${plain}`)
    expect([sources.set[0].source, sources.countries[0].value]).toEqual(["user", ["France", "Italy"]])
    await undoLast()
    expect(await data(`/api/videos/${plain}`)).toMatchObject({ set: null, countries: [] })
    await send("PATCH", `/api/videos/${plain}`, edit)
    const reset = await send("PATCH", `/api/videos/${plain}`, { reset: ["set", "countries"] })
    expect(reset.json.data).toMatchObject({ set: null, countries: [] })

    await send("PATCH", `/api/video/series/${series}`, { seriesStatus: "ended" })
    expect((await data(`/api/video/series/${series}`)).seriesStatus).toBe("ended")
    expect(await titles("/api/video/series?seriesStatus=ended")).toEqual(["The Wire"])
    expect((await send("PATCH", `/api/video/series/${series}`, { seriesStatus: "over" })).status).toBe(400)
    expect((await send("PATCH", `/api/videos/${plain}`, { set: { name: " " } })).status).toBe(400)
  })
})

describe("the metadata tags of a video file", () => {
  const probe = (tags: Readonly<Record<string, string>>) =>
    server.run(
      Effect.gen(function* () {
        const [file] = yield* Effect.promise(() =>
          server.rows(
            `select size_bytes::float8 as size, mtime_ms::float8 as "mtimeMs" from item_files where item_id = '${plain}'`
          )
        )
        const store = yield* EventStore
        yield* store.execute({
          streamId: plain,
          decider: videoDecider,
          command: {
            _tag: "RecordProbe",
            ...(file as unknown as { readonly size: number; readonly mtimeMs: number }),
            ...{ duration: 2_000, width: 10, height: 10, frameRate: null, bitRate: null, container: "mkv" },
            ...{ videoCodec: "h264", audioCodec: null, oshash: null, facts: { tags } }
          },
          meta: {}
        })
      })
    )

  it("uses the title in the file's metadata tags unless a user has set a title", async () => {
    await probe({ title: "Heat, the film", imdb: "tt0113277" })
    expect(await data(`/api/videos/${plain}`)).toMatchObject({
      title: "Heat, the film",
      externalIds: { imdb: "tt0113277" }
    })
    await send("PATCH", `/api/videos/${plain}`, { title: "Mine" })
    const { sources, title } = await data(`/api/videos/${plain}`)
    expect([title, sources.title.map(({ source }: Json) => source)]).toEqual([
      "Mine",
      ["user", "tags", "name"]
    ])
    await send("PATCH", `/api/videos/${plain}`, { reset: ["title"] })
    await probe({})
    expect(await data(`/api/videos/${plain}`)).toMatchObject({ title: "Heat", externalIds: {} })
  })
})

it("lists specials between the regular episodes in airing order if requested", async () => {
  const { seasons } = await data(`/api/video/series/${series}`)
  const { items } = await data(`/api/video/episodes?seriesId=${series}&perPage=50`)
  const special = items.find(({ episode, season }: Json) => season === 0 && episode === 1)
  const airs = { beforeSeason: 1, beforeEpisode: 2 }
  const own = { role: "episode", season: 0, episode: 1, airs }
  expect((await send("PUT", `/api/videos/${special.id}/classification`, own)).status).toBe(200)
  await classify()
  const season = seasons.find(({ number }: Json) => number === 1).id
  const listed = async (query: string) => {
    const { items, total } = await data(`/api/video/seasons/${season}/episodes${query}`)
    return [total, ...items.map((each: Json) => `${each.season}x${each.episode}`)]
  }
  expect(await listed("")).toEqual([2, "1x1", "1x2"])
  expect(await listed("?placed=true")).toEqual([3, "1x1", "0x1", "1x2"])
  expect(await listed("?placed=true&page=2&perPage=2")).toEqual([3, "1x2"])
})

it("keeps a movie with its watched status, rating and edits when its primary file is deleted", async () => {
  const movies = async (): Promise<ReadonlyArray<string>> =>
    (
      await server.rows(
        "select v.id from items v join item_files f on f.item_id = v.id where v.library_id = $1 and v.role = 'movie' and f.path like 'Jaws%'",
        [libraryId]
      )
    ).map((row) => String(row["id"]))
  const [id] = await movies()
  await send("PATCH", `/api/videos/${id}`, { details: "Sharp teeth" })
  await send("PUT", `/api/videos/${id}/rating`, { rating: 80 })
  await send("PUT", `/api/videos/${id}/watched`)
  const watched = async (itemId = "") =>
    server.rows("select watched_at, play_count, is_marked from user_items where item_id = $1", [itemId])
  const before = await watched(id)
  await server.rows("delete from jobs")
  expect((await send("DELETE", `/api/videos/${id}`)).status).toBe(200)
  const jobs = await server.rows("select target_label from jobs where target_id = $1", [libraryId])
  expect(jobs).toEqual([{ target_label: "Deleted files" }])
  await classify()
  const [other, ...more] = await movies()
  expect([other === id, more]).toEqual([false, []])
  const kept = { details: "Sharp teeth", userState: { rating: 80, isWatched: true } }
  expect(await data(`/api/videos/${other}`)).toMatchObject(kept)
  expect([before.length, await watched(other)]).toEqual([1, before])
  expect((await send("POST", `/api/trash/${id}/restore`)).status).toBe(200)
  await classify()
  const all = await movies()
  expect(all).toHaveLength(1)
  expect(await data(`/api/videos/${all[0]}`)).toMatchObject(kept)
})

it("turns a manually attached version into a movie when the primary file is deleted", async () => {
  const attached = { from: "Heat (1995)/Heat (1995).mkv", to: "Gone (2008)/Gone (2008)-cd1.avi" }
  const idOf = async (path: string) =>
    String((await server.rows("select item_id as id from item_files where path = $1", [path]))[0]!["id"])
  const [version, main] = [await idOf(attached.from), await idOf(attached.to)]
  expect((await send("POST", `/api/video/movies/${main}/versions`, { videoId: version })).status).toBe(200)
  await classify()
  const roleOf = async () =>
    (await server.rows("select role::text from items where id = $1", [version]))[0]!["role"]
  expect(await roleOf()).not.toBe("movie")
  await send("DELETE", `/api/videos/${main}`)
  await classify()
  expect(await roleOf()).toBe("movie")
  await send("POST", `/api/trash/${main}/restore`)
  await classify()
})

it("rebuilds identical rows from the event log", async () => {
  await server.rows("update items set duration = null where id <> '" + plain + "'")
  for (const { projection, tables } of await server.run(rebuildAll({ replace: false })))
    for (const { onlyLive, onlyRebuilt, table } of tables)
      if (table !== "items")
        expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
})
