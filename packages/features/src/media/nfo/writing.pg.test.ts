import { classifyLibrary } from "../series/classifyLibrary.ts"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { writeNfoFiles } from "./write/run.ts"

// Writes NFO files into a folder of videos, and checks the files and the result of the next scan.

let server: TestServer
let token = ""
let folder = ""
let library: Awaited<ReturnType<typeof openLibrary>>

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = (method: string, target: string, body?: unknown) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
const video = (name: string) => ({ [name]: `Enough bytes of ${name} to be told from the others.` })
const scan = async () => {
  await library.scan()
  return server.run(classifyLibrary(library.id, () => Effect.void))
}
const warnings: Array<string> = []
const write = () => {
  warnings.length = 0
  const log = (_level: unknown, text: string) => Effect.sync(() => void warnings.push(text))
  return server.run(writeNfoFiles({ log, progress: () => Effect.void }))
}
const text = (name: string): string => readFileSync(join(folder, name), "utf8")
const find = async (list: string, title: string): Promise<Json> => {
  const { items } = await data(`${list}?perPage=100`)
  const found = items.find((item: Json) => item.title === title)
  expect(found, `${title} in ${items.map((item: Json) => item.title).join()}`).toBeDefined()
  return data(`${list}/${found.id}`)
}
const events = async () => Number((await server.rows("select count(*) as n from events"))[0]!["n"])
const ask = async (writeNfo: string) => {
  await send("PATCH", `/api/libraries/${library.id}`, { writeNfo })
  await scan()
}

const heat = "Heat (1995)"
const dark = "Dark (2017)"
const foreign = `<?xml version="1.0" encoding="UTF-8"?>
<movie>
  <!-- by hand -->
  <title>Alien</title>
  <plot>In space.</plot>
  <genre>Horror</genre>
  <tag>Ship</tag>
  <actor><name>Sigourney Weaver</name><role>Ripley</role><thumb>http://example.org/w.jpg</thumb></actor>
  <fileinfo><streamdetails/></fileinfo>
</movie>
`

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  folder = join(server.media, "films")
  writeTree(folder, {
    ...video(`${heat}/Heat (1995).mkv`),
    ...video(`${dark}/Season 01/Dark - S01E02 - Lies.mkv`),
    ...video("Alien (1979)/Alien (1979).mkv"),
    "Alien (1979)/Alien (1979).nfo": foreign,
    ...video("Holiday.mkv")
  })
  library = await openLibrary(server, [folder])
  await scan()
})
afterAll(() => server.stop())

it("writes no NFO files until an administrator turns on the setting", async () => {
  expect(await write()).toEqual({ written: 0, unchanged: 0, left: 0 })
  await ask("create")
  expect(await write()).toEqual({ written: 0, unchanged: 0, left: 0 })
  await send("PATCH", "/api/settings", { metadata_storage_dedicated: false })
})

it("writes an NFO file for each movie, episode, season and series that has none", async () => {
  expect(await write()).toMatchObject({ written: 4, left: 0 })
  expect(text(`${heat}/Heat (1995).nfo`)).toMatch(/<movie>\n {2}<title>Heat<\/title>\n {2}<year>1995<\/year>/)
  const episode = text(`${dark}/Season 01/Dark - S01E02 - Lies.nfo`)
  expect(episode).toMatch(
    /<title>Lies<\/title>\n {2}<showtitle>Dark<\/showtitle>\n {2}<season>1<\/season>\n {2}<episode>2</
  )
  expect(text(`${dark}/tvshow.nfo`)).toContain("<title>Dark</title>")
  expect(text(`${dark}/Season 01/season.nfo`)).toContain("<seasonnumber>1</seasonnumber>")
  expect(text("Alien (1979)/Alien (1979).nfo")).toBe(foreign)
  expect(existsSync(join(folder, "Holiday.nfo"))).toBe(false)
  expect(readdirSync(join(folder, heat)).filter((name) => name.endsWith(".tmp"))).toEqual([])
})

it("does not import values from NFO files that the server itself wrote", async () => {
  const before = await events()
  await scan()
  expect(await events()).toBe(before)
  expect(await write()).toMatchObject({ written: 0, left: 0 })
})

it("writes an edited value and its lock into the NFO file, and removes both when the user resets the value", async () => {
  const { id } = await find("/api/video/movies", "Heat")
  await send("PATCH", `/api/videos/${id}`, {
    details: "A thief & a detective.",
    tags: ["Crime"],
    performers: ["Al Pacino"]
  })
  const jobs = await server.rows("select state from jobs where target_type = 'nfo-files' and state = 0")
  expect(jobs).toHaveLength(1)
  await write()
  const edited = text(`${heat}/Heat (1995).nfo`)
  expect(edited).toContain("<plot>A thief &amp; a detective.</plot>")
  expect(edited).toContain("<tag>Crime</tag>")
  expect(edited).toContain("<name>Al Pacino</name>")
  expect(edited).toContain("<lockedfields>Overview|Genres|Tags|Cast</lockedfields>")
  await scan()
  expect((await data(`/api/videos/${id}`)).sources.details.map(({ source }: Json) => source)).toEqual([
    "user"
  ])
  await send("PATCH", `/api/videos/${id}`, { reset: ["details", "tags", "performers"] })
  await write()
  expect(text(`${heat}/Heat (1995).nfo`)).not.toMatch(/plot|tag>|actor|locked/)
})

it("changes NFO files of other programs only if allowed, and keeps their remaining content", async () => {
  const { id } = await find("/api/video/movies", "Alien")
  await send("PATCH", `/api/videos/${id}`, { tagline: "In space alone", tags: ["Horror", "Cat"] })
  expect(await write()).toMatchObject({ written: 0 })
  expect(text("Alien (1979)/Alien (1979).nfo")).toBe(foreign)
  await ask("update")
  expect(await write()).toMatchObject({ written: 1, left: 0 })
  const updated = text("Alien (1979)/Alien (1979).nfo")
  for (const kept of [
    "<!-- by hand -->",
    "<plot>In space.</plot>",
    "<genre>Horror</genre>",
    "<role>Ripley</role>",
    "<streamdetails/>"
  ])
    expect(updated).toContain(kept)
  expect(updated).toContain("<tagline>In space alone</tagline>")
  expect(updated).toContain("<tag>Cat</tag>")
  await scan()
  const { sources } = await data(`/api/videos/${id}`)
  expect(sources.details.map(({ source }: Json) => source)).toEqual(["nfo"])
  expect(sources.tagline.map(({ source }: Json) => source)).toEqual(["user"])
  await send("PATCH", `/api/videos/${id}`, { reset: ["tagline", "tags"] })
  await write()
  expect(text("Alien (1979)/Alien (1979).nfo")).toMatch(/<tag>Ship<\/tag>/)
  expect(text("Alien (1979)/Alien (1979).nfo")).not.toMatch(/tagline|Cat|locked/)
})

it("does not overwrite an NFO file that changed after the scan", async () => {
  const path = join(folder, "Alien (1979)/Alien (1979).nfo")
  const { id } = await find("/api/video/movies", "Alien")
  writeFileSync(path, foreign.replace("In space.", "In space, later."))
  await send("PATCH", `/api/videos/${id}`, { tagline: "Still alone" })
  expect(await write()).toMatchObject({ written: 0, left: 1 })
  expect(warnings).toEqual([expect.stringMatching(/next scan will read it again/)])
  await scan()
  expect((await data(`/api/videos/${id}`)).details).toBe("In space, later.")
  expect(await write()).toMatchObject({ written: 1, left: 0 })
  expect(text("Alien (1979)/Alien (1979).nfo")).toMatch(
    /In space, later\.[^]*Still alone|Still alone[^]*In space, later\./
  )
})

it("applies the locks in an NFO file until a user resets the field or the file no longer locks it", async () => {
  await ask("off")
  const path = join(folder, "Alien (1979)/Alien (1979).nfo")
  const { id } = await find("/api/video/movies", "Alien")
  const sourceOf = async (field: string) => (await data(`/api/videos/${id}`)).sources[field]?.[0]?.source
  writeFileSync(path, foreign.replace("</movie>", "<lockedfields>Overview|Name</lockedfields></movie>"))
  await scan()
  expect([await sourceOf("details"), await sourceOf("title")]).toEqual(["user", "user"])
  await send("PATCH", `/api/videos/${id}`, { reset: ["title"] })
  await scan()
  expect([await sourceOf("details"), await sourceOf("title")]).toEqual(["user", "nfo"])
  writeFileSync(path, foreign)
  await scan()
  expect([await sourceOf("details"), await sourceOf("title")]).toEqual(["nfo", "nfo"])
})

it("does not let members turn on the setting in libraries that they create", async () => {
  const { token: maker } = await server.account({ username: "maker", mayCreateLibraries: true })
  const body = { name: "Own", contents: ["videos"], writeNfo: "create", roots: [{ path: server.media }] }
  expect((await server.request("POST", "/api/libraries", { token: maker, body })).status).toBe(403)
})
