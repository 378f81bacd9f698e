import { updateItem } from "@media/features/catalog/items/commands"
import { classifyLibrary } from "@media/features/media/series/classifyLibrary"
import { administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// Filters movies, series and episodes of a scanned folder through the API.

let server: TestServer
let token = ""
let libraryId = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const send = (method: string, target: string, body?: unknown) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
const list = async (target: string): Promise<ReadonlyArray<Json>> =>
  (await server.get(`/api/video/${target}`, token)).json.data.items
const titles = async (target: string) =>
  (await list(`${target}${target.includes("?") ? "&" : "?"}sort=title&order=asc`)).map(({ title }) => title)

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const folder = join(server.media, "films")
  const names = [
    "The Wire (2002)/Season 01/The Wire - S01E01 - The Target.mkv",
    "The Wire (2002)/Season 01/The Wire - S01E02 - The Detail.mkv",
    "Fargo (2014)/Season 1/Fargo - S01E01 - The Crocodile.mkv",
    "Alien (1979)/Alien (1979).mkv",
    "Aliens (1986)/Aliens (1986).mkv",
    "Heat (1995)/Heat (1995).mkv"
  ]
  writeTree(
    folder,
    Object.fromEntries(names.map((name) => [name, `Enough bytes of ${name} to be told from the others.`]))
  )
  const library = await openLibrary(server, [folder], { contents: ["videos"] })
  libraryId = library.id
  await library.scan()
  await server.run(classifyLibrary(library.id, () => Effect.void))
  await server.rows("update items set status = 'ready' where kind = 'video'")
  for (const { id, title } of await list("movies")) {
    const patch = title === "Heat" ? { contentRating: "R" } : { set: { name: "Alien Collection" } }
    expect((await send("PATCH", `/api/video/movies/${id}`, patch)).status).toBe(200)
  }
})
afterAll(() => server.stop())

it("filters movies and series by their years", async () => {
  expect(await titles("movies?yearFrom=1980&yearTo=1990")).toEqual(["Aliens"])
  expect(await titles("movies?yearTo=1986")).toEqual(["Alien", "Aliens"])
  expect(await titles("series?yearFrom=2003")).toEqual(["Fargo"])
})

it("filters movies by content rating and set", async () => {
  expect(await titles("movies?contentRating=R")).toEqual(["Heat"])
  expect(await titles("movies?setName=Alien+Collection")).toEqual(["Alien", "Aliens"])
  expect(await titles("movies?setName=Alien+Collection&yearFrom=1980")).toEqual(["Aliens"])
})

it("lists sets with several movies, and filters the movie list by set membership", async () => {
  expect(await list("movie-sets")).toEqual([
    {
      ...{ name: "Alien Collection", movieCount: 2, watchedCount: 0, firstYear: 1979, lastYear: 1986 },
      picture: null
    }
  ])
  const [alien, aliens] = await list("movies?q=is:inSet&sort=title&order=asc")
  expect([alien.title, aliens.title]).toEqual(["Alien", "Aliens"])
  expect(await titles("movies?q=-is:inSet")).toEqual(["Heat"])
  expect(await titles("movies?q=setName%3D%22Alien+Collection%22")).toEqual(["Alien", "Aliens"])
  expect((await send("PUT", `/api/videos/${alien.id}/watched`)).status).toBe(200)
  expect(await list("movie-sets")).toMatchObject([{ watchedCount: 1 }])
  expect((await server.get("/api/video/movie-sets?page=2&perPage=1", token)).json.data).toMatchObject({
    items: [],
    total: 1
  })
  expect((await server.get("/api/video/movie-sets?libraryId=x", token)).status).toBe(400)
})

it("shows a set only to users who may see at least two of its movies", async () => {
  const member = await server.account({ username: "member", libraryIds: [libraryId], allowNsfw: false })
  const stranger = await server.account({ username: "stranger", libraryIds: [], allowNsfw: true })
  const of = async (target: string, as: string) =>
    (await server.get(`/api/video/${target}`, as)).json.data.items
  expect(await of("movie-sets", member.token)).toHaveLength(1)
  expect(await of("movie-sets", stranger.token)).toEqual([])
  const [aliens] = await list("movies?q=aliens")
  await server.run(updateItem(administrator, aliens.id, { isNsfw: true }))
  // The member now sees only one movie of the set. The set is no longer listed, so the movie must appear in the list of
  // movies outside of sets.
  expect(await of("movie-sets", member.token)).toEqual([])
  expect((await of("movies?q=-is:inSet", member.token)).map(({ title }: Json) => title).sort()).toEqual([
    "Alien",
    "Heat"
  ])
  expect(await list("movie-sets")).toEqual([])
  expect(await titles("movies?q=-is:inSet")).toEqual(["Alien", "Aliens", "Heat"])
  await server.run(updateItem(administrator, aliens.id, { isNsfw: false }))
})

it("counts a series as watched when the user has watched all of its episodes", async () => {
  const [fargo] = await list("series?q=fargo")
  const [episode] = await list(`episodes?seriesId=${fargo.id}`)
  expect((await send("PUT", `/api/videos/${episode.id}/watched`)).status).toBe(200)
  for (const watched of ["unwatched=false", "isWatched=true", "q=is:watched", "q=is:watched+OR+is:favorite"])
    expect(await titles(`series?${watched}`), watched).toEqual(["Fargo"])
  for (const unwatched of ["unwatched=true", "isWatched=false", "q=is:unwatched", "q=-is:watched"])
    expect(await titles(`series?${unwatched}`), unwatched).toEqual(["The Wire"])
  expect(await titles("series?unwatched=true&isWatched=true")).toEqual([])
  expect(await titles("episodes?unwatched=true")).toEqual(["The Detail", "The Target"])
  expect(await titles("seasons?unwatched=true")).toEqual(["Season 1"])
})

it("previews the effect of a changed classification setting without writing events", async () => {
  const preview = async (query: string, id = libraryId) =>
    (await server.get(`/api/libraries/${id}/classification-preview?${query}`, token)).json
  const before = await server.rows("select count(*)::int as n from events")
  expect((await preview("videosAs=mixed")).data).toMatchObject({ changedCount: 0 })
  const { data } = await preview("videosAs=movies")
  expect(data.roles).toContainEqual({ role: "episode", before: 3, after: 0 })
  expect(data.changed[0]).toMatchObject({
    path: "Fargo (2014)/Season 1/Fargo - S01E01 - The Crocodile.mkv",
    before: { role: "episode", series: "Fargo", season: 1, episode: 1 }
  })
  expect(await server.rows("select count(*)::int as n from events")).toEqual(before)
  expect((await preview("videosAs=songs")).error.code).toBe("validation")
  expect((await preview("videosAs=mixed", "nothing")).error.code).toBe("not_found")
})

it("compares the classification by file names with the classification that the library holds", async () => {
  const compare = async (query: string, id = libraryId) =>
    (await server.get(`/api/libraries/${id}/naming?${query}`, token)).json
  const { items } = (await compare("")).data
  expect(items.filter(({ isDifferent }: Json) => isDifferent)).toEqual([])
  const fargo = (await compare("folder=/Fargo+(2014)/")).data.items
  expect(fargo).toHaveLength(1)
  expect(fargo[0]).toMatchObject({
    ...{ role: "episode", series: { title: "Fargo", year: 2014 }, season: 1, episode: 1 },
    held: { role: "episode", series: "Fargo", season: 1, episode: 1 }
  })
  const asMovies = (await compare("folder=Fargo+(2014)&videosAs=movies")).data.items
  expect(asMovies[0]).toMatchObject({ isDifferent: true, role: "movie", held: { role: "episode" } })
  expect((await compare("folder=Farg")).error.fields[0]).toEqual({
    path: "folder",
    message: "contains no videos of this library"
  })
  expect((await compare("", "nothing")).error.code).toBe("not_found")
})

it.each(["yearFrom=soon", "yearTo=1980-1990", "yearFrom=", "unwatched=perhaps"])(
  "rejects the query %s",
  async (query) => {
    for (const name of ["movies", "series", "episodes"]) {
      const { json, status } = await server.get(`/api/video/${name}?${query}`, token)
      expect([status, json.error.code, json.error.fields[0].path]).toEqual([
        400,
        "validation",
        query.split("=")[0]
      ])
    }
  }
)
