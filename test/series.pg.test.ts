import { writeTree } from "@media/testkit/Library"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// Tests the whole path from a folder on the disk to the API: the scan, the job that classifies the files, and the
// responses.

let server: TestServer
let token = ""
let folder = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = (method: string, target: string, body?: unknown) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "shows")
  const names = [1, 2].flatMap((season) =>
    [1, 2, 3].map((episode) => `The Show (2010)/Season ${season}/The Show S0${season}E0${episode}.mkv`)
  )
  writeTree(folder, Object.fromEntries(names.map((name) => [name, `Not a video, but named ${name}.`])))
  await send("POST", "/api/libraries", { name: "Shows", contents: ["videos"], roots: [{ path: folder }] })
})
afterAll(() => server.stop())

it("turns a folder of episodes into a series with seasons", async () => {
  await eventually(async () => (await data("/api/video/series")).items[0]?.episodeCount === 6)
  const [{ id }] = (await data("/api/video/series")).items
  expect(await data(`/api/video/series/${id}`)).toMatchObject({
    title: "The Show",
    year: 2010,
    seasons: [
      { number: 1, episodeCount: 3 },
      { number: 2, episodeCount: 3 }
    ]
  })
  expect((await data("/api/home")).nextUp).toEqual([])
  expect((await data("/api/search?q=show")).groups.map(({ kind }: Json) => kind)).toContain("series")
})

it("deletes the series of a library when the library treats all files as plain videos", async () => {
  const [library] = (await data("/api/libraries")).items
  expect(library.videosAs).toBe("mixed")
  await send("PATCH", `/api/libraries/${library.id}`, { videosAs: "videos" })
  await eventually(async () => (await data("/api/video/series")).total === 0)
  expect((await data("/api/video/episodes")).total).toBe(0)
  await send("PATCH", `/api/libraries/${library.id}`, { videosAs: "series" })
  await eventually(async () => (await data("/api/video/series")).items[0]?.episodeCount === 6)
})

it("keeps a season when its folder is renamed", async () => {
  const [{ id }] = (await data("/api/video/series")).items
  const before = (await data(`/api/video/series/${id}`)).seasons
  renameSync(join(folder, "The Show (2010)/Season 2"), join(folder, "The Show (2010)/Staffel 02"))
  const [library] = (await data("/api/libraries")).items
  await send("POST", `/api/libraries/${library.id}/scan`)
  await eventually(async () => {
    const rows = await server.rows("select 1 from item_files where path like '%Staffel 02%' and is_present")
    const { items } = await data("/api/jobs/queues")
    return rows.length === 3 && items.every(({ queued, started }: Json) => queued + started === 0)
  })
  const after = (await data(`/api/video/series/${id}`)).seasons
  expect(after.map((season: Json) => [season.id, season.episodeCount])).toEqual(
    before.map((season: Json) => [season.id, season.episodeCount])
  )
})
