import { madeComic, madeEpub } from "@media/books/testing/MadeBooks"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let epub = ""
let comic = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const put = (target: string, body: unknown): Promise<Json> =>
  server.request("PUT", target, { token, body: body as object })
const placeOf = (id: string): Promise<Json> => data(`/api/books/${id}/progress`)
const isAt = async (id: string, body: unknown): Promise<Json> => {
  expect((await put(`/api/books/${id}/progress`, body)).status).toBe(200)
  return placeOf(id)
}

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "books")
  mkdirSync(folder)
  const page = await sharp({ create: { width: 6, height: 9, channels: 3, background: "#8040c0" } })
    .png()
    .toBuffer()
  const pages = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.png`, content: page }))
  writeFileSync(join(folder, "moby.epub"), madeEpub({ metadata: "<dc:title>The Whale</dc:title>" }))
  writeFileSync(join(folder, "comic.cbz"), madeComic(pages))
  await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Books", contents: ["books"], roots: [{ path: folder }] }
  })
  await eventually(
    async () => Number((await server.rows("select count(*) as n from book_facts"))[0]!["n"]) === 2,
    60_000
  )
  const { items } = await data("/api/books")
  epub = items.find(({ format }: Json) => format === "epub").id
  comic = items.find(({ format }: Json) => format === "comic").id
}, 100_000)
afterAll(() => server.stop())

it("keeps one place for each reader, in the words of all programs", async () => {
  expect(await placeOf(epub)).toEqual({
    fraction: 0,
    page: null,
    locator: null,
    device: null,
    updatedAt: null
  })
  const locator = { href: "OEBPS/2.xhtml", progression: 0.5 }
  const there = await isAt(epub, { fraction: 0.25, locator, device: "Kobo", sessionKey: "kobo", sequence: 4 })
  expect(there).toMatchObject({ fraction: 0.25, page: null, locator, device: "Kobo" })
  // A page that is merely opened, and a report that comes late.
  expect(await isAt(epub, { fraction: 0, sessionKey: "web" })).toMatchObject({ fraction: 0.25, locator })
  const late = { fraction: 0.1, sessionKey: "kobo", sequence: 3 }
  expect(await isAt(epub, late)).toMatchObject({ fraction: 0.25, locator, device: "Kobo" })
  // Another program knows the share alone: the words of the first are none for it.
  expect(await isAt(epub, { fraction: 0.3, sessionKey: "web" })).toMatchObject({
    fraction: 0.3,
    locator: null
  })
  expect(await isAt(epub, { fraction: 1, sessionKey: "web" })).toMatchObject({ fraction: 1 })
  expect((await data(`/api/books/${epub}`)).userState).toMatchObject({ position: 0, isWatched: true })
  expect(await isAt(epub, { fraction: 0, restart: true, sessionKey: "web" })).toMatchObject({ fraction: 0 })
})

it("counts the pages of a comic", async () => {
  expect(await isAt(comic, { position: 5, sessionKey: "a" })).toMatchObject({ fraction: 0.25, page: 5 })
  expect(await isAt(comic, { fraction: 0.5, sessionKey: "b" })).toMatchObject({ fraction: 0.5, page: 10 })
  expect((await put(`/api/books/${comic}/progress`, { position: 90 })).status).toBe(400)
  expect((await put(`/api/books/${comic}/progress`, {})).json.error).toMatchObject({
    fields: [{ path: "position" }]
  })
  expect((await put(`/api/books/${comic}/progress`, { fraction: 2 })).status).toBe(400)
})
