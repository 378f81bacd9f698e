import { updateItem } from "@media/features/catalog/items/commands"
import { classifyLibrary } from "@media/features/media/series/classifyLibrary"
import { oshash } from "@media/media-tools/hashes/Oshash"
import { administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

// Scans a folder of files, and checks the resulting movies, series, seasons and episodes through the API.

let server: TestServer
let token = ""
let folder = ""
let library: Awaited<ReturnType<typeof openLibrary>>

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const send = (method: string, target: string, body?: unknown, as = token) =>
  server.request(method, target, { token: as, ...(body === undefined ? {} : { body }) })
const content = (name: string) => `Enough bytes of ${name} to be told from the others.`
const write = (...names: ReadonlyArray<string>) =>
  writeTree(folder, Object.fromEntries(names.map((name) => [name, content(name)])))
const classify = () => server.run(classifyLibrary(library.id, () => Effect.void))
/** Stores the hash that a probe would compute. Scans recognize moved files by this hash. */
const fingerprint = async () => {
  const rows = await server.rows(
    "select item_id, path from item_files where oshash is null and is_present and not is_folder"
  )
  for (const { item_id, path } of rows)
    await server.rows("update item_files set oshash = ('x' || $1)::bit(64)::bigint where item_id = $2", [
      await oshash(join(folder, path!)),
      item_id
    ])
}
const scan = async () => {
  await library.scan()
  await fingerprint()
  return classify()
}
const events = async () => Number((await server.rows("select count(*) as n from events"))[0]!["n"])
const series = async (as = token): Promise<ReadonlyArray<Json>> =>
  (await data("/api/video/series?sort=title&order=asc", as)).items
const one = async (title: string) => (await series()).find((each) => each.title === title)
const episodes = async (query = ""): Promise<ReadonlyArray<string>> =>
  (await data(`/api/video/episodes?sort=title&order=asc&perPage=100${query}`)).items.map(
    ({ episode, season, series: of, title }: Json) => `${of?.title} ${season}x${episode} ${title}`
  )

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  folder = join(server.media, "films")
  write(
    "The Wire (2002)/Season 01/The Wire - S01E01 - The Target.mkv",
    "The Wire (2002)/Season 01/The Wire - S01E02 - The Detail.mkv",
    "The Wire (2002)/Season 02/The Wire - S02E01E02 - Ebb Tide.mkv",
    "The Wire (2002)/Specials/The Wire - S00E01 - Making of.mkv",
    "Fargo/Season 1/Fargo.S01E01.mkv",
    "Heat (1995)/Heat (1995).mkv",
    "holiday.mp4"
  )
  library = await openLibrary(server, [folder], { name: "Films", contents: ["videos"] })
  await scan()
})
afterAll(() => server.stop())

describe("scans of videos", () => {
  it("creates movies, series, seasons and episodes when a folder of videos is scanned", async () => {
    expect(
      (await series()).map(({ episodeCount, kind, seasonCount, title, year }) => [
        title,
        year,
        kind,
        seasonCount,
        episodeCount
      ])
    ).toEqual([
      ["Fargo", null, "series", 1, 1],
      ["The Wire", 2002, "series", 3, 5]
    ])
    expect(await episodes()).toEqual([
      "The Wire 1x2 The Detail",
      "The Wire 2x1 Ebb Tide",
      "Fargo 1x1 Episode 1",
      "The Wire 0x1 Making of",
      "The Wire 1x1 The Target"
    ])
    expect((await data("/api/video/movies")).items).toMatchObject([
      { title: "Heat", year: 1995, kind: "video", type: "movie" }
    ])
    expect(await data("/api/videos")).toMatchObject({ total: 7 })
    const wire = await data(`/api/video/series/${(await one("The Wire")).id}`)
    expect(wire).toMatchObject({ totals: { episodes: 5, watched: 0 }, unwatchedCount: 4, nextUp: null })
    expect(
      wire.seasons.map(({ episodeCount, number, title }: Json) => [number, title, episodeCount])
    ).toEqual([
      [0, "Specials", 1],
      [1, "Season 1", 2],
      [2, "Season 2", 2]
    ])
  })

  it("writes no events when nothing has changed since the last scan", async () => {
    const before = await events()
    await scan()
    await scan()
    expect(await events()).toBe(before)
  })

  it("returns an episode with the previous and the next episode in play order", async () => {
    const wire = await data(`/api/video/series/${(await one("The Wire")).id}`)
    const first = await data(`/api/video/seasons/${wire.seasons[1].id}/episodes`)
    expect(first.items.map(({ episode }: Json) => episode)).toEqual([1, 2])
    const second = await data(`/api/video/episodes/${first.items[1].id}`)
    const third = await data(`/api/video/seasons/${wire.seasons[2].id}/episodes`)
    expect(second).toMatchObject({
      previous: first.items[0].id,
      next: third.items[0].id,
      season: 1,
      episode: 2,
      series: { title: "The Wire" }
    })
    expect((await data(`/api/video/episodes/${third.items[0].id}`)).episodeEnd).toBe(2)
    expect((await data(`/api/video/series/${wire.id}/seasons`)).total).toBe(3)
  })

  it("keeps the series and its rating when its folder is renamed", async () => {
    const { id } = await one("Fargo")
    await send("PUT", `/api/video/series/${id}/rating`, { rating: 90 })
    renameSync(join(folder, "Fargo"), join(folder, "Fargo (2014)"))
    await scan()
    const renamed = await one("Fargo")
    expect(renamed).toMatchObject({ id, year: 2014, userState: { rating: 90 } })
    renameSync(join(folder, "Fargo (2014)"), join(folder, "Another Name"))
    await scan()
    expect(await one("Another Name")).toMatchObject({ id, year: null })
    renameSync(join(folder, "Another Name"), join(folder, "Fargo"))
    await scan()
    expect(await one("Fargo")).toMatchObject({ id })
  })

  it("keeps a series title that a user edited", async () => {
    const { id } = await one("Fargo")
    await send("PATCH", `/api/video/series/${id}`, { title: "Fargo, the series" })
    renameSync(join(folder, "Fargo"), join(folder, "Fargo (2014)"))
    await scan()
    expect(await one("Fargo, the series")).toMatchObject({ id, year: 2014 })
  })
})

describe("seasons", () => {
  it("adds a season with its first episode, and removes the season when its last episode moves away", async () => {
    write("Fargo (2014)/Season 7/Fargo.S07E01.mkv")
    await scan()
    const { id } = await one("Fargo, the series")
    expect((await data(`/api/video/series/${id}`)).seasons.map(({ number }: Json) => number)).toEqual([1, 7])
    renameSync(
      join(folder, "Fargo (2014)/Season 7/Fargo.S07E01.mkv"),
      join(folder, "Fargo (2014)/Season 1/Fargo.S01E09.mkv")
    )
    await scan()
    expect((await data(`/api/video/series/${id}`)).seasons.map(({ number }: Json) => number)).toEqual([1])
  })

  it("marks all episodes of a season as watched in one batch", async () => {
    const wire = await data(`/api/video/series/${(await one("The Wire")).id}`)
    await send("PUT", `/api/video/seasons/${wire.seasons[1].id}/watched`)
    const batches = await server.rows(
      "select count(distinct meta ->> 'batchId')::int as n, count(*)::int as events from events where type = 'user-item.watched.v1'"
    )
    expect(batches).toEqual([{ n: 1, events: 2 }])
    expect(await data(`/api/video/seasons/${wire.seasons[1].id}`)).toMatchObject({
      unwatchedCount: 0,
      userState: { isWatched: true }
    })
    expect(await data(`/api/video/series/${wire.id}`)).toMatchObject({
      unwatchedCount: 2,
      totals: { watched: 2 },
      userState: { isWatched: false },
      nextUp: { episode: { season: 2, episode: 1 }, isAgain: false, isAfterGap: false }
    })
    await send("PUT", `/api/video/series/${wire.id}/watched`)
    expect(await data(`/api/video/series/${wire.id}`)).toMatchObject({
      unwatchedCount: 0,
      userState: { isWatched: true },
      nextUp: null
    })
    // Marking a series as watched does not mark its specials.
    expect((await data(`/api/video/seasons/${wire.seasons[0].id}`)).unwatchedCount).toBe(1)
    await send("DELETE", `/api/video/series/${wire.id}/watched`)
    expect((await data(`/api/video/series/${wire.id}`)).unwatchedCount).toBe(4)
  })
})

describe("manual classifications", () => {
  it("prefers a manual classification to the file name, even after a scan", async () => {
    const [{ id }] = (await data("/api/videos?q=holiday")).items
    const put = await send("PUT", `/api/videos/${id}/classification`, {
      role: "episode",
      seriesTitle: "The Wire",
      seriesYear: 2002,
      season: 0,
      episode: 9
    })
    expect(put.json.data).toMatchObject({ role: "episode", isByHand: true, season: 0, episode: 9 })
    await scan()
    const before = await events()
    await scan()
    expect(await events()).toBe(before)
    expect(await data(`/api/video/episodes/${id}`)).toMatchObject({
      series: { title: "The Wire" },
      season: 0
    })
    await send("PUT", `/api/videos/${id}/classification`, null)
    await scan()
    expect((await data(`/api/videos/${id}/classification`)).role).toBe("video")
    expect((await server.get(`/api/video/episodes/${id}`, token)).status).toBe(404)
  })

  it("moves an episode to the season and number that a user entered", async () => {
    const wire = await data(`/api/video/series/${(await one("The Wire")).id}`)
    const [first] = (await data(`/api/video/seasons/${wire.seasons[1].id}/episodes`)).items
    const patched = await send("PATCH", `/api/video/episodes/${first.id}`, { season: 5, episode: 3 })
    expect(patched.json.data).toMatchObject({ season: 5, episode: 3 })
    await scan()
    const moved = await data(`/api/video/episodes/${first.id}`)
    expect(moved).toMatchObject({ season: 5, episode: 3, series: { id: wire.id } })
    expect((await data(`/api/video/series/${wire.id}`)).seasons.map(({ number }: Json) => number)).toEqual([
      0, 1, 2, 5
    ])
  })
})

describe("series", () => {
  it("shows a series only to users who may see one of its episodes", async () => {
    const wire = await data(`/api/video/series/${(await one("The Wire")).id}`)
    const member = await server.account({ username: "member", libraryIds: [library.id], allowNsfw: false })
    const stranger = await server.account({ username: "stranger", libraryIds: [], allowNsfw: true })
    const titles = async (as: string) => (await series(as)).map(({ title }) => title)
    expect(await titles(member.token)).toEqual(["Fargo, the series", "The Wire"])
    expect(await titles(stranger.token)).toEqual([])
    const second = (await data(`/api/video/seasons/${wire.seasons[2].id}/episodes`)).items[0]
    await server.run(updateItem(administrator, second.id, { isNsfw: true }))
    // The season has no other episodes, so it is hidden too. The series still has other episodes.
    const seen = await data(`/api/video/series/${wire.id}`, member.token)
    expect(seen.seasons.map(({ number }: Json) => number)).toEqual([0, 1, 5])
    expect(seen.episodeCount).toBe(3)
    const [only] = (await data(`/api/video/seasons/${seen.seasons[1].id}/episodes`, member.token)).items
    await send("PUT", `/api/videos/${only.id}/watched`, undefined, member.token)
    const offered = await data("/api/video/next-up", member.token)
    expect(offered.items).toMatchObject([{ seriesId: wire.id, episode: { season: 5, episode: 3 } }])
    expect((await data("/api/video/next-up", stranger.token)).items).toEqual([])
    await send("PUT", `/api/video/series/${wire.id}/next-up`, { dismissed: true }, member.token)
    expect((await data("/api/video/next-up", member.token)).items).toEqual([])
    await server.run(updateItem(administrator, second.id, { isNsfw: false }))
  })
})

describe("works that consist of several files", () => {
  it("lists the files of a work as its versions, parts and extras", async () => {
    write(
      "Alien (1979)/Alien (1979) - 1080p.mkv",
      "Alien (1979)/Alien (1979) - 2160p.mkv",
      "Alien (1979)/Alien (1979)-trailer.mkv",
      "Alien (1979)/extras/Making of.mkv",
      "Ben-Hur (1959)/Ben-Hur (1959)-cd1.avi",
      "Ben-Hur (1959)/Ben-Hur (1959)-cd2.avi"
    )
    await scan()
    const movies = (await data("/api/video/movies?sort=title&order=asc")).items
    expect(movies.map(({ title, versionCount }: Json) => [title, versionCount])).toEqual([
      ["Alien", 2],
      ["Ben-Hur", 1],
      ["Heat", 1]
    ])
    const alien = await data(`/api/video/movies/${movies[0].id}`)
    expect(alien.path).toBe("Alien (1979)/Alien (1979) - 2160p.mkv")
    expect(alien).toMatchObject({
      versions: [{ label: "1080p" }],
      extras: [{ extraType: expect.any(String) }, { extraType: expect.any(String) }],
      parts: []
    })
    expect((await data(`/api/video/movies/${movies[1].id}`)).parts).toMatchObject([{ number: 2 }])
    const listed = (await data("/api/videos?perPage=100")).items.map(({ id }: Json) => id)
    for (const { id } of [...alien.versions, ...alien.extras]) expect(listed).not.toContain(id)
    // Each file can still be played on its own.
    expect(await data(`/api/videos/${alien.versions[0].id}`)).toMatchObject({ kind: "video" })
    const before = await events()
    await scan()
    expect(await events()).toBe(before)
  })

  it("lists versions and extras of an episode, and extras of a series and its seasons", async () => {
    write(
      "Dark/Season 1/Dark - S01E01 - 1080p.mkv",
      "Dark/Season 1/Dark - S01E01 - 2160p.mkv",
      "Dark/Season 1/extras/On set.mkv",
      "Dark/interviews/The makers.mkv"
    )
    await scan()
    const { id } = await one("Dark")
    const { items } = await data(`/api/video/series/${id}/extras`)
    expect(items.map(({ extraType, season, title }: Json) => [title, extraType, season])).toEqual([
      ["The makers", "interview", null],
      ["On set", "other", 1]
    ])
    const [{ id: episodeId }] = (await data(`/api/video/episodes?seriesId=${id}`)).items
    const episode = await data(`/api/video/episodes/${episodeId}`)
    expect(episode).toMatchObject({ preferredId: episodeId, versions: [{ label: "1080p" }], extras: [] })
    // A hidden version is not counted.
    const [alien] = (await data("/api/video/movies?q=alien")).items
    const { versions } = await data(`/api/video/movies/${alien.id}`)
    await server.run(updateItem(administrator, versions[0].id, { isNsfw: true }))
    const guest = await server.account({ username: "guest", libraryIds: [library.id], allowNsfw: false })
    const counted = async (as: string) => (await data("/api/video/movies?q=alien", as)).items[0].versionCount
    expect([await counted(token), await counted(guest.token)]).toEqual([2, 1])
    await server.run(updateItem({ ...administrator, showNsfw: true }, versions[0].id, { isNsfw: false }))
    expect((await server.get(`/api/video/series/${episodeId}/extras`, token)).status).toBe(404)
    rmSync(join(folder, "Dark"), { recursive: true })
    await scan()
  })

  it("keeps ratings and watched status when the primary file disappears", async () => {
    const [alien] = (await data("/api/video/movies?q=alien")).items
    await send("PUT", `/api/videos/${alien.id}/watched`)
    await send("PUT", `/api/videos/${alien.id}/rating`, { rating: 80 })
    rmSync(join(folder, "Alien (1979)/Alien (1979) - 2160p.mkv"))
    await scan()
    const [promoted] = (await data("/api/video/movies?q=alien")).items
    expect(promoted).toMatchObject({ isMissing: false, userState: { isWatched: true, rating: 80 } })
    expect(promoted.id).not.toBe(alien.id)
    const movie = await data(`/api/video/movies/${promoted.id}`)
    expect(movie.versions).toMatchObject([{ id: alien.id, isMissing: true }])
    expect(movie.extras).toHaveLength(2)
  })
})

describe("manually attached versions", () => {
  it("keeps a manually attached version through scans until the user detaches it", async () => {
    const titled = async (title: string) =>
      (await data("/api/video/movies?perPage=100")).items.find((each: Json) => each.title === title)
    write("Heat, the long one (1996).mkv")
    await scan()
    const [heat, other] = [await titled("Heat"), await titled("Heat, the long one")]
    await send("PUT", `/api/videos/${other.id}/rating`, { rating: 70 })
    const attached = await send("POST", `/api/video/movies/${heat.id}/versions`, {
      videoId: other.id,
      label: "Long"
    })
    expect(attached.status).toBe(200)
    await scan()
    expect(await data(`/api/video/movies/${heat.id}`)).toMatchObject({
      versions: [{ id: other.id, label: "Long" }],
      userState: { rating: 70 }
    })
    // Watching a version also marks the work as watched.
    await send("PUT", `/api/videos/${other.id}/watched`)
    expect((await data(`/api/video/movies/${heat.id}`)).userState.isWatched).toBe(true)

    await send("PUT", `/api/video/movies/${heat.id}/primary`, { videoId: other.id })
    await scan()
    expect(await data(`/api/video/movies/${other.id}`)).toMatchObject({
      versions: [{ id: heat.id }],
      userState: { rating: 70, isWatched: true }
    })
    await send("DELETE", `/api/video/movies/${other.id}/versions/${heat.id}`)
    const before = await events()
    await scan()
    expect(await events()).toBe(before)
    expect(await titled("Heat")).toMatchObject({ id: heat.id, versionCount: 1 })
  })
})

it("previews the classification of file names", async () => {
  const { json } = await send("POST", "/api/video/classify", {
    paths: ["/films/The Wire (2002)/Season 1/S01E02.mkv", "/films/Heat (1995)/Heat (1995).mkv"],
    library: { roots: ["/films"] }
  })
  expect(json.data.items).toMatchObject([
    { role: "episode", series: { title: "The Wire", year: 2002 }, season: 1, episode: 2, attachedTo: null },
    { role: "movie", title: "Heat", year: 1995 }
  ])
  expect(json.data.items[0].proof.length).toBeGreaterThan(0)
})
