import { classifyLibrary } from "@media/features/media/series/classifyLibrary"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// Filters movies, series and episodes of a scanned folder through the API.

let server: TestServer
let token = ""

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
  await library.scan()
  await server.run(classifyLibrary(library.id, () => Effect.void))
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

it("filters movies by content rating and by set", async () => {
  expect(await titles("movies?contentRating=R")).toEqual(["Heat"])
  expect(await titles("movies?setName=Alien+Collection")).toEqual(["Alien", "Aliens"])
  expect(await titles("movies?setName=Alien+Collection&yearFrom=1980")).toEqual(["Aliens"])
})

it("counts a series as watched when all of its episodes are, whichever way it is asked", async () => {
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

it.each(["yearFrom=soon", "yearTo=1980-1990", "yearFrom=", "unwatched=perhaps"])(
  "rejects %s",
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
