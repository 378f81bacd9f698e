import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { classifyLibrary } from "../series/classifyLibrary.ts"
import { writeNfoFiles } from "./write/run.ts"

// In these tests, an attacker with write access to a media folder creates symbolic links at the paths where the server
// will write files.

let server: TestServer
let token = ""
let n = 0
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  await send("PATCH", "/api/settings", { metadata_storage_dedicated: false })
})
afterAll(() => server.stop())

let root: string
let outside: string
beforeEach(() => {
  n += 1
  root = join(server.media, `library-${n}`)
  outside = join(server.folder, `outside-${n}`)
  mkdirSync(root)
  mkdirSync(outside)
})

const send = (method: string, target: string, body: unknown) =>
  server.request(method, target, { token, body })
const video = (name: string) => ({ [name]: `Enough bytes of ${name} to be told from the others.` })
/** Creates a library of these files that lets the server write NFO files, and scans it. */
const libraryOf = async (files: Readonly<Record<string, string>>) => {
  writeTree(root, files)
  const library = await openLibrary(server, [root], { name: `Library ${n}` })
  const scan = async () => {
    await library.scan()
    await server.run(classifyLibrary(library.id, () => Effect.void))
  }
  await scan()
  await send("PATCH", `/api/libraries/${library.id}`, { writeNfo: "update" })
  await scan()
  return library.id
}
let libraryId = ""
// `writeNfoFiles` processes all libraries. Without this request, the next test would also count the files that could
// not be written in this test.
afterEach(() => send("PATCH", `/api/libraries/${libraryId}`, { writeNfo: "off" }))
const warnings: Array<string> = []
const write = () => {
  warnings.length = 0
  const log = (_level: unknown, text: string) => Effect.sync(() => void warnings.push(text))
  return server.run(writeNfoFiles({ log, progress: () => Effect.void }))
}
const temporary = (folder: string) =>
  readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".tmp"))

it.each([
  ["an existing file", "secret"],
  ["a name that does not exist", undefined]
])("does not write an NFO file through a planted link to %s", async (_, content) => {
  const target = join(outside, "target")
  if (content !== undefined) writeFileSync(target, content)
  libraryId = await libraryOf({
    ...video("Heat (1995)/Heat (1995).mkv"),
    ...video("Ran (1985)/Ran (1985).mkv")
  })
  const link = join(root, "Heat (1995)/Heat (1995).nfo")
  symlinkSync(target, link)
  expect(await write()).toMatchObject({ written: 1, left: 1 })
  expect(warnings).toEqual([expect.stringContaining("is a symbolic link")])
  expect(existsSync(target) ? readFileSync(target, "utf8") : undefined).toBe(content)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(root, "Ran (1985)/Ran (1985).nfo"), "utf8")).toContain("<title>Ran</title>")
  expect([...temporary(root), ...temporary(outside)]).toEqual([])
})

it("does not write NFO files into a folder that a link replaced", async () => {
  libraryId = await libraryOf({
    ...video("Dark (2017)/Season 01/Dark - S01E02 - Lies.mkv"),
    ...video("Ran (1985)/Ran (1985).mkv")
  })
  const season = join(root, "Dark (2017)/Season 01")
  renameSync(season, join(server.folder, `season-${n}`))
  symlinkSync(outside, season)
  // The series and the movie get their files. The season and its episode do not.
  expect(await write()).toMatchObject({ written: 2, left: 2 })
  expect(warnings).toEqual([expect.stringMatching(/contains a symbolic link.* \(items: 2\)$/)])
  expect(readdirSync(outside)).toEqual([])
  expect(existsSync(join(root, "Dark (2017)/tvshow.nfo"))).toBe(true)
  expect(temporary(root)).toEqual([])
})
