import { partialMd5 } from "@media/books/PartialMd5"
import { madeComic, madeEpub } from "@media/books/testing/MadeBooks"
import { madePdf } from "@media/books/testing/MadePdf"
import { openLive } from "@media/testkit/LiveClient"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let libraryId = ""
let folder = ""
/** KOReader's identifiers of the files, keyed by file name. */
const documents: Record<string, string> = {}
const ids: Record<string, string> = {}
let key = ""

const md5 = (text: string) => createHash("md5").update(text).digest("hex")
const chapter = (number: number) => ({
  name: `OEBPS/chapter ${number}.xhtml`,
  content: `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${"word ".repeat(2_000)}</p></body></html>`
})

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "books")
  mkdirSync(folder)
  const page = await sharp({ create: { width: 30, height: 45, channels: 3, background: "#305070" } })
    .png()
    .toBuffer()
  const files = {
    "novel.epub": madeEpub({
      metadata: "<dc:title>Novel</dc:title>",
      manifest: [1, 2, 3, 4]
        .map((n) => `<item id="c${n}" href="chapter%20${n}.xhtml" media-type="application/xhtml+xml"/>`)
        .join(""),
      rest: `<spine>${[1, 2, 3, 4].map((n) => `<itemref idref="c${n}"/>`).join("")}</spine>`,
      files: [1, 2, 3, 4].map(chapter)
    }),
    "comic.cbz": madeComic(Array.from({ length: 10 }, (_, n) => ({ name: `${n}.png`, content: page }))),
    "manual.pdf": madePdf(10)
  }
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes)
    const made = await Effect.runPromise(partialMd5({ root: folder, path: join(folder, name) }))
    documents[name] = made.toString("hex")
  }
  const { json } = await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Shelf", contents: ["books"], roots: [{ path: folder }] }
  })
  libraryId = json.data.id
  await eventually(async () => {
    const rows = await server.rows(
      "select item_id, name_md5 from book_documents where exists (select from book_facts k where k.item_id = book_documents.item_id)"
    )
    for (const name of Object.keys(files))
      ids[name] = String(
        rows.find((row) => Buffer.from(row["name_md5"]!).toString("hex") === md5(name))?.["item_id"]
      )
    return rows.length === 3
  })
})
afterAll(() => server.stop())

const headersOf = (secret: string, username = "root") => ({
  "x-auth-user": username,
  "x-auth-key": md5(secret),
  accept: "application/vnd.koreader.v1+json"
})
const koreader = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = headersOf(key)
) => server.request(method, `/koreader${path}`, { headers, ...(body === undefined ? {} : { body }) })
const push = (name: string, progress: string, percentage: number, device = "Kobo") =>
  koreader("PUT", "/syncs/progress", {
    document: documents[name],
    progress,
    percentage,
    device,
    device_id: `${device}-1`
  })
const pull = async (name: string) => (await koreader("GET", `/syncs/progress/${documents[name]}`)).json
const inWeb = async (name: string) => (await server.get(`/api/books/${ids[name]}/progress`, token)).json.data
const progression = (method: string, name: string, body?: unknown, headers: Record<string, string> = {}) =>
  server.request(method, `/opds/v2/books/${ids[name]}/progression`, {
    token,
    headers,
    ...(body === undefined ? {} : { body })
  })
const makeKey = async (name = "Kobo", as = token): Promise<{ readonly id: string; readonly key: string }> =>
  (await server.request("POST", "/api/reading-keys", { token: as, body: { name } })).json.data

it("shows a new key once and accepts it until it is revoked", async () => {
  const made = await makeKey("  My Kobo ")
  key = made.key
  expect(key).toMatch(/^[a-z]{16}$/)
  const { json, text } = await server.get("/api/reading-keys", token)
  expect(text).not.toContain(key)
  expect(json.data.items).toEqual([
    { id: made.id, name: "My Kobo", createdAt: expect.any(String), lastUsedAt: null }
  ])
  expect((await koreader("GET", "/users/auth")).json).toEqual({ authorized: "OK", state: "OK" })
  expect((await koreader("GET", "/users/auth", undefined, headersOf(key, "ROOT"))).status).toBe(200)
  const [used] = (await server.get("/api/reading-keys", token)).json.data.items
  expect(used.lastUsedAt).toEqual(expect.any(String))
  // The key works instead of the password only in the OPDS catalog.
  const basic = { authorization: `Basic ${Buffer.from(`root:${key}`).toString("base64")}` }
  expect((await server.request("GET", "/opds", { headers: basic })).status).toBe(200)
  expect((await server.request("GET", "/api/books", { headers: basic })).status).toBe(401)
  expect(
    (await server.request("POST", "/api/auth/login", { body: { username: "root", password: key } })).status
  ).toBe(401)
  for (const headers of [
    headersOf("abcdefghabcdefgh"),
    headersOf("correct horse"),
    headersOf(key, "other"),
    { "x-auth-user": "root", "x-auth-key": key },
    {}
  ]) {
    const refused = await server.request("GET", "/koreader/users/auth", { headers })
    expect([refused.status, refused.json]).toEqual([401, { code: 2001, message: "Unauthorized" }])
  }
  const registered = await koreader("POST", "/users/create", { username: "root", password: md5(key) }, {})
  expect([registered.status, registered.json]).toEqual([
    402,
    { code: 2005, message: expect.stringContaining("account page") }
  ])
  const second = await makeKey("Old")
  expect((await server.request("DELETE", `/api/reading-keys/${second.id}`, { token })).status).toBe(200)
  expect((await koreader("GET", "/users/auth", undefined, headersOf(second.key))).status).toBe(401)
  for (const name of ["", " ", "a\u202eb", "x".repeat(101)])
    expect((await server.request("POST", "/api/reading-keys", { token, body: { name } })).status).toBe(400)
})

it("shares the reading position between KOReader, Readium and the web", async () => {
  expect(await pull("novel.epub")).toEqual({})
  expect((await progression("GET", "novel.epub")).status).toBe(204)
  // KOReader reports the first position.
  const pointer = "/body/DocFragment[3]/body/p[1]/text().40"
  expect((await push("novel.epub", pointer, 0.55)).json).toEqual({
    document: documents["novel.epub"],
    timestamp: expect.any(Number)
  })
  expect(await pull("novel.epub")).toMatchObject({
    progress: pointer,
    percentage: 0.55,
    device: "Kobo",
    device_id: "Kobo-1"
  })
  expect(await inWeb("novel.epub")).toMatchObject({ fraction: 0.55, device: "Kobo" })
  const seen = await progression("GET", "novel.epub")
  expect(seen.headers["content-type"]).toBe("application/vnd.readium.progression+json")
  expect(seen.json).toMatchObject({
    device: { name: "Kobo" },
    locator: {
      href: "OEBPS/chapter 3.xhtml",
      locations: { totalProgression: 0.55, progression: expect.closeTo(0.2, 1) }
    }
  })

  // Readium continues from KOReader's position.
  const locator = {
    href: "OEBPS/chapter%204.xhtml",
    type: "application/xhtml+xml",
    title: "The end",
    locations: { progression: 0.5, totalProgression: 0.875 },
    text: { highlight: "word" }
  }
  const device = { id: "urn:uuid:0190a1b2-0000-4000-8000-000000000001", name: "Thorium" }
  const modified = new Date().toISOString()
  const written = await progression("PUT", "novel.epub", { modified, device, locator })
  expect([written.status, written.json]).toEqual([200, { modified, device, locator }])
  expect((await progression("GET", "novel.epub")).json).toEqual({ modified, device, locator })
  expect(await pull("novel.epub")).toMatchObject({
    progress: "/body/DocFragment[4].0",
    percentage: 0.875,
    device: "Thorium"
  })
  const other = await progression("GET", "novel.epub", undefined, {
    accept: "application/opds-progression+json"
  })
  expect(other.json).toEqual({ modified, device, progression: 0.875 })

  // The user goes back to an earlier position in the web app.
  await server.request("PUT", `/api/books/${ids["novel.epub"]}/progress`, {
    token,
    body: { fraction: 0.3, device: "Firefox" }
  })
  expect(await pull("novel.epub")).toMatchObject({ progress: "/body/DocFragment[2].0", percentage: 0.3 })
  expect((await progression("GET", "novel.epub")).json).toMatchObject({
    device: { name: "Firefox" },
    locator: { href: "OEBPS/chapter 2.xhtml", locations: { totalProgression: 0.3 } }
  })
})

it("stores the position in a comic as a page, and finishes the comic on its last page", async () => {
  expect((await push("comic.cbz", "4", 0.4)).status).toBe(200)
  expect(await inWeb("comic.cbz")).toMatchObject({ page: 4, fraction: 0.4 })
  expect((await progression("GET", "comic.cbz")).json.locator).toEqual({
    href: `/opds/books/${ids["comic.cbz"]}/pages/3?progress=no`,
    type: "image/jpeg",
    locations: { position: 4, totalProgression: 0.4 }
  })
  await server.request("PUT", `/api/books/${ids["comic.cbz"]}/progress`, { token, body: { position: 6 } })
  expect(await pull("comic.cbz")).toMatchObject({ progress: "6", percentage: 0.6 })
  const { book } = { book: (await server.get(`/opds/v2/books/${ids["comic.cbz"]}/manifest`, token)).json }
  expect(book.readingOrder).toHaveLength(10)
  expect((await push("comic.cbz", "10", 1)).status).toBe(200)
  expect(await pull("comic.cbz")).toMatchObject({ progress: "10", percentage: 1 })
  const { userState } = (await server.get(`/api/books/${ids["comic.cbz"]}`, token)).json.data
  expect(userState).toMatchObject({ isWatched: true, playCount: 1 })
})

it("rejects outdated positions and invalid progressions", async () => {
  const device = { id: "urn:uuid:1", name: "Phone" }
  const at = (modified: string, progress: number, headers: Record<string, string> = {}) =>
    progression("PUT", "novel.epub", { modified, device, progression: progress }, headers)
  const stale = await at("2020-01-01T00:00:00Z", 0.9)
  expect([stale.status, stale.json.locator.locations.totalProgression]).toEqual([409, 0.3])
  const now = Date.now()
  expect((await at(new Date(now).toISOString(), 0.4)).status).toBe(200)
  // Two positions from the same device are compared by the clock of the device, which may be slow.
  expect((await at(new Date(now - 5_000).toISOString(), 0.5)).status).toBe(409)
  expect((await at(new Date(now + 5_000).toISOString(), 0.5)).status).toBe(200)
  const { headers } = await progression("GET", "novel.epub")
  const etag = String(headers["etag"])
  expect((await progression("GET", "novel.epub", undefined, { "If-None-Match": etag })).status).toBe(304)
  expect((await at("2020-01-01T00:00:00Z", 0.6, { "If-Match": etag })).status).toBe(200)
  expect((await at(new Date().toISOString(), 0.7, { "If-Match": etag })).status).toBe(412)
  // A device whose clock is a year ahead does not prevent other devices from writing.
  expect((await at(new Date(now + 3e10).toISOString(), 0.7)).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await at(new Date().toISOString(), 0.75)).status).toBe(200)
  for (const body of [
    {},
    { modified: "yesterday", device, progression: 0.5 },
    { modified: new Date().toISOString(), device, progression: 1.5 },
    { modified: new Date().toISOString(), device, locator: { href: "nowhere.xhtml" } },
    []
  ])
    expect((await progression("PUT", "novel.epub", body)).status).toBe(400)
  for (const body of [
    { document: documents["novel.epub"], progress: "x", percentage: 2 },
    { document: documents["novel.epub"], percentage: 0.5 },
    { progress: "x", percentage: 0.5 }
  ]) {
    const refused = await koreader("PUT", "/syncs/progress", body)
    expect([refused.status, refused.json.code]).toEqual([400, 2003])
  }
  expect((await inWeb("novel.epub")).fraction).toBe(0.75)
  // After the position was removed, a position with any time is accepted.
  await server.request("DELETE", `/api/books/${ids["novel.epub"]}/progress`, { token })
  expect((await at("2020-01-01T00:00:00Z", 0.75)).status).toBe(200)
})

it("finds a book by the MD5 of its file name", async () => {
  const byName = await koreader("GET", `/syncs/progress/${md5("novel.epub")}`)
  expect(byName.json).toMatchObject({ percentage: 0.75 })
  // The status must be one of the statuses in KOReader's api.json. For any other status, KOReader reports a broken
  // network.
  for (const unknown of ["0".repeat(32), "none", md5("other.epub")]) {
    const read = await koreader("GET", `/syncs/progress/${unknown}`)
    expect([unknown, read.status, read.json]).toEqual([unknown, 200, {}])
    const written = await koreader("PUT", "/syncs/progress", {
      document: unknown,
      progress: "1",
      percentage: 0.2,
      device: "Kobo",
      device_id: "Kobo-1"
    })
    expect([written.status, written.json]).toEqual([
      202,
      { document: unknown, timestamp: expect.any(Number) }
    ])
  }
  expect((await koreader("GET", "/other")).json.message).toBe("This page does not exist.")
})

it("notifies open pages when any app reports a new position", async () => {
  const open = openLive(server.origin, { token })
  await open.hello()
  const heard = (name: string) =>
    open.received.filter(({ own }) => own?.["user-items"]?.ids.includes(ids[name]) === true).length
  /** Turns a page, waits until open pages are notified, and returns the position that each app gets. */
  const turned = async (name: string, turn: Promise<{ readonly status: number }>) => {
    const before = heard(name)
    expect((await turn).status).toBe(200)
    await eventually(() => heard(name) > before)
    const { fraction, locator, page } = await inWeb(name)
    const { percentage, progress } = await pull(name)
    const readium = (await progression("GET", name)).json.locator
    return {
      web: [fraction, page ?? locator.href],
      koreader: [percentage, progress],
      readium: [readium.locations.totalProgression, readium.locations.position ?? readium.href]
    }
  }
  const inBrowser = (name: string, body: object) =>
    server.request("PUT", `/api/books/${ids[name]}/progress`, { token, body })
  const modified = () => new Date().toISOString()
  const device = { id: "urn:uuid:2", name: "Thorium" }
  try {
    // KOReader reports 62 % of the book in the second chapter. By the sizes of the documents, 62 % would be in the
    // third.
    expect(
      await turned("novel.epub", push("novel.epub", "/body/DocFragment[2]/body/p[9]/text().7", 0.62))
    ).toEqual({
      web: [0.62, "OEBPS/chapter 2.xhtml"],
      koreader: [0.62, "/body/DocFragment[2]/body/p[9]/text().7"],
      readium: [0.62, "OEBPS/chapter 2.xhtml"]
    })
    const locator = { href: "OEBPS/chapter 4.xhtml", progression: 0.2 }
    expect(await turned("novel.epub", inBrowser("novel.epub", { fraction: 0.8, locator }))).toEqual({
      web: [0.8, "OEBPS/chapter 4.xhtml"],
      koreader: [0.8, "/body/DocFragment[4].0"],
      readium: [0.8, "OEBPS/chapter 4.xhtml"]
    })
    for (const name of ["comic.cbz", "manual.pdf"]) {
      const at = (page: number) => ({
        web: [page / 10, page],
        koreader: [page / 10, String(page)],
        readium: [page / 10, page]
      })
      expect(await turned(name, push(name, "3", 0.3))).toEqual(at(3))
      expect(await turned(name, inBrowser(name, { position: 7 }))).toEqual(at(7))
      const body = { modified: modified(), device, locator: { href: "x", locations: { position: 5 } } }
      const sent = await turned(name, progression("PUT", name, body))
      expect([sent.web, sent.koreader]).toEqual([at(5).web, at(5).koreader])
    }
    // An app that streams pages does not report its position, so the server derives the position from the requested
    // page.
    const streamed = server.request("GET", `/opds/books/${ids["comic.cbz"]}/pages/8`, { token })
    expect((await turned("comic.cbz", streamed)).koreader).toEqual([0.8, "8"])
    // An app that uses the manifest loads whole books and reports its position itself, so a requested page does not
    // count.
    const { readingOrder } = (await server.get(`/opds/v2/books/${ids["comic.cbz"]}/manifest`, token)).json
    expect((await server.get(readingOrder[9].href, token)).status).toBe(200)
    expect((await pull("comic.cbz")).progress).toBe("8")
  } finally {
    open.close()
  }
})

it("hides books that the account may not see", async () => {
  const child = await server.account({ username: "child" })
  const own = await makeKey("Kindle", child.token)
  const as = headersOf(own.key, "child")
  const report = {
    document: documents["novel.epub"],
    progress: "1",
    percentage: 0.2,
    device: "a",
    device_id: "b"
  }
  const ask = async () => {
    const read = await koreader("GET", `/syncs/progress/${documents["novel.epub"]}`, undefined, as)
    const written = await koreader("PUT", "/syncs/progress", report, as)
    return [read.status, read.json.document, written.status]
  }
  // A hidden book is treated as if it were not in the library.
  expect(await ask()).toEqual([200, undefined, 202])
  expect(await server.rows("select 1 from user_progress where account_id = $1", [child.id])).toEqual([])
  await server.request("PATCH", `/api/users/${child.id}`, { token, body: { libraryIds: [libraryId] } })
  expect((await ask())[2]).toBe(200)
  expect(await ask()).toEqual([200, documents["novel.epub"], 200])
  await server.rows("update items set is_nsfw = true")
  expect(await ask()).toEqual([200, undefined, 202])
  await server.rows("update items set is_nsfw = false")
  // An account, even an administrator, cannot revoke the key of another account.
  expect((await server.request("DELETE", `/api/reading-keys/${own.id}`, { token })).status).toBe(404)
  await server.request("POST", `/api/users/${child.id}/password`, {
    token,
    body: { newPassword: "battery staple" }
  })
  expect(await ask()).toEqual([401, undefined, 401])
})

it("locks out callers who guess keys, as with passwords", async () => {
  const guess = async (secret: string) =>
    (await koreader("GET", "/users/auth", undefined, headersOf(secret, "someone"))).status
  for (let n = 0; n < 12; n++) expect(await guess("the same one")).toBe(401)
  const guesses: Array<number> = []
  for (let n = 0; n < 9; n++) guesses.push(await guess(`guess ${n}`))
  expect([guesses[0], guesses.at(-1)]).toEqual([401, 429])
})
