import { madeComic, madeEpub } from "@media/books/testing/MadeBooks"
import { madePdf } from "@media/books/testing/MadePdf"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { childrenWith } from "@media/children/testing/ChildrenWith"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let epub = ""
let comic = ""
let pdf = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const put = (target: string, body: unknown): Promise<Json> =>
  server.request("PUT", target, { token, body: body as object })
const positionOf = (id: string): Promise<Json> => data(`/api/books/${id}/progress`)
const isAt = async (id: string, body: unknown): Promise<Json> => {
  expect((await put(`/api/books/${id}/progress`, body)).status).toBe(200)
  return positionOf(id)
}

const whale = (text: string) =>
  madeEpub({
    metadata: "<dc:title>The Whale</dc:title>",
    manifest: '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>',
    rest: '<spine><itemref idref="a"/></spine>',
    files: [
      {
        name: "OEBPS/a.xhtml",
        content: `<body onload="x()"><script>x()</script><p>${text}</p><img src="http://e/x.png"/></body>`
      }
    ]
  })

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "books")
  mkdirSync(folder)
  const page = await sharp({ create: { width: 6, height: 9, channels: 3, background: "#8040c0" } })
    .png()
    .toBuffer()
  const pages = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.png`, content: page }))
  writeFileSync(join(folder, "moby.epub"), whale("Call me Ishmael."))
  writeFileSync(join(folder, "engine.pdf"), madePdf(3, { title: "The Engine", author: "Ada; Charles" }))
  writeFileSync(join(folder, "torn.pdf"), madePdf(3).subarray(0, 200))
  writeFileSync(join(folder, "comic.cbz"), madeComic(pages))
  await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Books", contents: ["books"], roots: [{ path: folder }] }
  })
  await eventually(
    async () => Number((await server.rows("select count(*) as n from book_facts"))[0]!["n"]) === 3,
    60_000
  )
  const { items } = await data("/api/books")
  epub = items.find(({ format }: Json) => format === "epub").id
  comic = items.find(({ format }: Json) => format === "comic").id
  pdf = items.find(({ format }: Json) => format === "pdf").id
})
afterAll(() => server.stop())

it("stores a single reading position per user, even if apps report it in different formats", async () => {
  expect(await positionOf(epub)).toEqual({
    fraction: 0,
    page: null,
    locator: null,
    device: null,
    updatedAt: null
  })
  const locator = { href: "OEBPS/2.xhtml", progression: 0.5 }
  const there = await isAt(epub, { fraction: 0.25, locator, device: "Kobo", sessionKey: "kobo", sequence: 4 })
  expect(there).toMatchObject({ fraction: 0.25, page: null, locator, device: "Kobo" })
  // The position does not change when the book is opened in another app, or when a report arrives out of order.
  expect(await isAt(epub, { fraction: 0, sessionKey: "web" })).toMatchObject({ fraction: 0.25, locator })
  const late = { fraction: 0.1, sessionKey: "kobo", sequence: 3 }
  expect(await isAt(epub, late)).toMatchObject({ fraction: 0.25, locator, device: "Kobo" })
  // Another app reports only how much of the book was read, so the previous locator no longer applies.
  expect(await isAt(epub, { fraction: 0.3, sessionKey: "web" })).toMatchObject({
    fraction: 0.3,
    locator: null
  })
  expect(await isAt(epub, { fraction: 1, sessionKey: "web" })).toMatchObject({ fraction: 1 })
  expect((await data(`/api/books/${epub}`)).userState).toMatchObject({ position: 0, isWatched: true })
  expect(await isAt(epub, { fraction: 0, restart: true, sessionKey: "web" })).toMatchObject({ fraction: 0 })
})

it("stores the position in a comic as a page", async () => {
  expect(await isAt(comic, { position: 5, sessionKey: "a" })).toMatchObject({ fraction: 0.25, page: 5 })
  expect(await isAt(comic, { fraction: 0.5, sessionKey: "b" })).toMatchObject({ fraction: 0.5, page: 10 })
  expect((await put(`/api/books/${comic}/progress`, { position: 90 })).status).toBe(400)
  expect((await put(`/api/books/${comic}/progress`, {})).json.error).toMatchObject({
    fields: [{ path: "position" }]
  })
  expect((await put(`/api/books/${comic}/progress`, { fraction: 2 })).status).toBe(400)
})

it("serves sanitized EPUB documents that only the server's own pages can embed in a frame", async () => {
  expect(await data(`/api/books/${epub}/outline`)).toEqual({
    documents: [{ href: "OEBPS/a.xhtml", share: 1, side: null }],
    entries: [],
    isRightToLeft: false,
    isFixedLayout: false,
    hasSpreads: false
  })
  const document = await server.get(`/api/books/${epub}/resource/OEBPS/a.xhtml`, token)
  expect(document.status).toBe(200)
  expect(document.text).toContain("<body><p>Call me Ishmael.</p><img/></body>")
  expect(document.headers["content-type"]).toBe("application/xhtml+xml; charset=utf-8")
  const policy = document.headers["content-security-policy"]
  for (const rule of [
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-same-origin"
  ])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/script|\*|https?:/)
  for (const key of ["OEBPS/content.opf", "gone.xhtml", "..%2f..%2fetc%2fpasswd"])
    expect((await server.get(`/api/books/${epub}/resource/${key}`, token)).status).not.toBe(200)
  expect(await data(`/api/books/${epub}/passages?q=ishmael`)).toMatchObject({
    passages: [{ match: "Ishmael", href: "OEBPS/a.xhtml", page: null }],
    isComplete: true
  })
  expect((await server.get(`/api/books/${comic}/outline`, token)).json.error.code).toBe("book_unavailable")
})

it("reads a PDF's metadata and renders its pages", async () => {
  expect(await data(`/api/books/${pdf}`)).toMatchObject({
    title: "The Engine",
    pages: 3,
    authors: [{ name: "Ada" }, { name: "Charles" }]
  })
  const page = await server.get(`/api/books/${pdf}/pages/2?maxWidth=200`, token)
  expect([page.status, page.headers["content-type"]]).toEqual([200, "image/jpeg"])
  expect((await server.get(`/api/books/${pdf}/pages/3`, token)).json.error.code).toBe("page_missing")
  const { lines } = await data(`/api/books/${pdf}/text?page=2`)
  expect(lines).toMatchObject([{ text: "Page 2" }])
  // The text is 50 of 306 points from the left edge and 300 of 396 points above the bottom edge.
  expect(lines[0].x).toBeCloseTo(50 / 306, 1)
  expect(lines[0].y + lines[0].height).toBeCloseTo(96 / 396, 1)
  expect((await server.get(`/api/books/${pdf}/text?page=4`, token)).json.error.code).toBe("book_unavailable")
  expect(await data(`/api/books/${comic}/text?page=1`)).toEqual({ lines: [] })
  expect(await data(`/api/books/${pdf}/passages?q=PAGE++3`)).toEqual({
    passages: [{ page: 3, before: "", match: "Page 3", after: "", href: null, progression: null }],
    isComplete: true
  })
  const { items } = await data("/api/books?status=failed")
  expect((await data(`/api/books/${items[0].id}`)).failure).toBe(
    "The PDF is damaged, or decoding it needs too much memory."
  )
})

/** Runs `work` and kills each process of the program as soon as the process starts. Returns the number of kills. */
const whileKilling = async (program: string, work: () => Promise<void>): Promise<number> => {
  const ended = new Set<number>()
  const killing = setInterval(() => {
    for (const pid of childrenWith(program)) {
      ended.add(pid)
      process.kill(pid, "SIGKILL")
    }
  }, 5)
  try {
    await work()
  } finally {
    clearInterval(killing)
  }
  return ended.size
}

it("responds with 503 and Retry-After while decoders are being killed", { timeout: 240_000 }, async () => {
  const programs = {
    "pdf.mjs": [(n: number) => `/api/books/${pdf}/pages/1?maxWidth=${333 + n}`],
    "reader.mjs": [
      (n: number) => `/api/books/${comic}/pages/${n + 1}`,
      () => `/api/books/${epub}/outline`,
      () => `/api/books/${epub}/passages?q=whale`,
      () => `/api/books/${epub}/resource/mimetype`
    ]
  }
  for (const [program, targets] of Object.entries(programs)) {
    const ended = await whileKilling(program, async () => {
      for (const target of targets) {
        let attempts = 0
        // On a busy machine, a process may finish before it is killed. The request then succeeds and is repeated.
        const { headers, json, status } = await eventually(async () => {
          const answer = await server.get(target((attempts += 1)), token)
          return answer.status === 200 ? false : answer
        })
        const said = [status, json.error?.code, headers["retry-after"]]
        expect([target(0), ...said]).toEqual([target(0), 503, "not_ready", "10"])
      }
    })
    expect(ended).toBeGreaterThan(targets.length)
    for (const target of targets) expect((await server.get(target(1), token)).status, target(1)).not.toBe(503)
  }
  for (const id of [pdf, comic, epub])
    expect(await data(`/api/books/${id}`)).toMatchObject({ status: "ready", failure: null })
})

it("sanitizes a document only once, until its book changes", { timeout: 240_000 }, async () => {
  const read = () => server.get(`/api/books/${epub}/resource/OEBPS/a.xhtml`, token)
  const first = await eventually(async () => {
    const answer = await read()
    return answer.status === 200 && answer
  })
  expect(first.text).toContain("Call me Ishmael.")
  await whileKilling("reader.mjs", async () => {
    // Requests for anything that is not cached fail, because they need a `reader.mjs` process.
    await eventually(async () => (await server.get(`/api/books/${epub}/outline`, token)).status === 503)
    for (let request = 0; request < 20; request++) {
      const { status, text } = await read()
      expect([status, text]).toEqual([200, first.text])
    }
  })
  writeFileSync(join(server.media, "books", "moby.epub"), whale("Call me Ahab."))
  const [library] = (await data("/api/libraries")).items
  await server.request("POST", `/api/libraries/${library.id}/scan`, { token })
  await eventually(async () => (await read()).text.includes("Call me Ahab."))
})

it("shows bookmarks only to the user who created them", async () => {
  const path = `/api/books/${epub}/bookmarks`
  const send = async (method: "POST" | "PATCH" | "DELETE", target: string, body?: object): Promise<Json> =>
    server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
  const later = (await send("POST", path, { fraction: 0.8, name: " The \u0007chase " })).json.data
  const locator = { href: "OEBPS/a.xhtml", progression: 0.25 }
  expect((await send("POST", path, { fraction: 0.2, locator })).status).toBe(201)
  expect(await data(path)).toMatchObject([
    { name: "", fraction: 0.2, locator, page: null },
    { id: later.id, name: "The  chase", locator: null }
  ])
  expect((await send("PATCH", `${path}/${later.id}`, { name: "The end" })).status).toBe(200)
  const { token: other } = await server.account({ username: "other", role: "administrator" })
  expect(await data(path, other)).toEqual([])
  const theirs = await server.request("DELETE", `${path}/${later.id}`, { token: other })
  expect(theirs.status).toBe(404)
  expect((await send("DELETE", `${path}/${later.id}`)).status).toBe(200)
  expect((await send("DELETE", `${path}/${later.id}`)).status).toBe(404)
  expect(await data(path)).toHaveLength(1)
  expect((await send("POST", path, { fraction: 1.2 })).status).toBe(400)
})
