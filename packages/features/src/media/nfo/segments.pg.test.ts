import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { classifyLibrary } from "../series/classifyLibrary.ts"

let server: TestServer
let token = ""

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

it("lists the individual episodes of a file with several episodes, and combines their titles into the item's title", async () => {
  const one = (episode: number, rest: string) =>
    `<episodedetails><season>1</season><episode>${episode}</episode>${rest}</episodedetails>`
  const folder = join(server.media, "shows")
  const write = (files: Readonly<Record<string, string>>) => writeTree(folder, files)
  const name = "Rugrats/Season 1/Rugrats - S01E03"
  write({
    [`${name}.mkv`]: "Some bytes",
    [`${name}.nfo`]:
      one(3, "<title>Weaning</title><plot>No bottle.</plot><aired>1991-09-08</aired><runtime>12</runtime>") +
      one(4, "<title>Incident</title>") +
      one(5, "")
  })
  const library = await openLibrary(server, [folder])
  const scan = async () => {
    await library.scan()
    await server.run(classifyLibrary(library.id, () => Effect.void))
  }
  const find = async () => {
    const [{ id }] = (await server.get("/api/video/episodes", token)).json.data.items
    return (await server.get(`/api/video/episodes/${id}`, token)).json.data
  }
  await scan()
  const episode = await find()
  const nothing = { title: null, overview: null, airDate: null, runtime: null }
  expect(episode).toMatchObject({
    title: "Weaning / Incident",
    episode: 3,
    episodeEnd: 5,
    details: "No bottle."
  })
  expect(episode.segments).toEqual([
    { episode: 3, title: "Weaning", overview: "No bottle.", airDate: "1991-09-08", runtime: 12 },
    { ...nothing, episode: 4, title: "Incident" },
    { ...nothing, episode: 5 }
  ])
  write({ [`${name}.nfo`]: one(3, "<title>Weaning</title>") })
  await scan()
  expect(await find()).toMatchObject({ title: "Weaning", episodeEnd: null, segments: [] })
})
