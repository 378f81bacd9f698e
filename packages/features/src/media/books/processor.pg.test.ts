import { madeComic, madeEpub } from "@media/books/testing/MadeBooks"
import { GuardedReader, ReaderBusy } from "@media/children/guarded/GuardedReader"
import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { noteContext } from "@media/testkit/Library"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { itemDecider } from "../../catalog/items/decider.ts"
import { booksReadOtherwise, booksToRead, booksToReadAgain } from "./backfill.ts"
import { bookReadProcessor } from "./processor.ts"
import { readingOf } from "./queue.ts"

let server: TestServer
let token = ""
let folder = ""
let libraryId = ""

const picture = (width: number, height: number, type: "png" | "jpeg" = "png") =>
  sharp({ create: { width, height, channels: 3, background: "#8040c0" } })
    .toFormat(type)
    .toBuffer()

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const byName = async (name: string): Promise<Json> => {
  const { items } = await data("/api/books?perPage=100")
  const books = await Promise.all(items.map(({ id }: Json) => data(`/api/books/${id}`)))
  return books.find(({ path }: Json) => path === name)
}
const scan = () => send("POST", `/api/libraries/${libraryId}/scan`)

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "books")
  mkdirSync(folder)
  const page = await picture(60, 90)
  const epub = madeEpub({
    metadata: `<dc:title>The Whale</dc:title><dc:creator>Herman Melville</dc:creator><dc:date>1851</dc:date>
      <dc:language>en</dc:language><dc:publisher>Harper</dc:publisher><dc:description>Call me Ishmael.</dc:description>
      <meta name="calibre:series" content="The Sea"/><meta name="calibre:series_index" content="2"/>`,
    manifest: `<item id="c" href="c.png" properties="cover-image" media-type="image/png"/>`,
    files: [{ name: "OEBPS/c.png", content: page }]
  })
  const comic = madeComic(
    [
      { name: "2.jpg", content: await picture(600, 900, "jpeg") },
      { name: "10.png", content: page },
      { name: "11.png", content: "no picture" }
    ],
    `<Series>The Sea</Series><Number>1</Number><Writer>herman  melville</Writer><Manga>YesAndRightToLeft</Manga>`
  )
  writeFileSync(join(folder, "moby.epub"), epub)
  writeFileSync(join(folder, "Typee 01 (1846).cbz"), comic)
  writeFileSync(join(folder, "broken.epub"), epub.subarray(0, epub.length - 30))
  writeFileSync(join(folder, "packed.cbr"), "Rar!\u001a\u0007\u0000")
  const made = await send("POST", "/api/libraries", {
    name: "Books",
    contents: ["books"],
    roots: [{ path: folder }]
  })
  libraryId = made.data.id
  const count = async (query: string) =>
    Number((await server.rows(`select count(*) as n from ${query}`))[0]!["n"])
  await eventually(
    async () =>
      (await count("book_facts")) === 3 &&
      (await count("items where status = 'failed'")) === 1 &&
      (await count("item_pictures where version is not null")) === 2,
    60_000
  )
})
afterAll(() => server.stop())

it("shows the metadata and cover of an EPUB", async () => {
  const book = await byName("moby.epub")
  expect(book).toMatchObject({
    kind: "book",
    title: "The Whale",
    sortTitle: "whale",
    details: "Call me Ishmael.",
    date: "1851",
    status: "ready",
    format: "epub",
    pages: null,
    authors: [{ name: "Herman Melville", role: "author" }],
    series: { name: "The Sea", number: 2 },
    language: "en",
    publisher: "Harper",
    isRightToLeft: false,
    isProtected: false,
    version: 0,
    picture: { width: 60, height: 90 }
  })
  const cover = await server.get(book.picture.url, token)
  expect([cover.status, cover.headers["content-type"]]).toEqual([200, "image/jpeg"])
})

it("marks a damaged book as failed, but accepts a book in an unsupported format", async () => {
  expect(await byName("broken.epub")).toMatchObject({
    status: "failed",
    failure: "The archive is truncated or its directory is damaged.",
    isFailurePassing: false
  })
  expect(await byName("packed.cbr")).toMatchObject({ status: "ready", title: "packed", pages: null })
  const [run] = (await data("/api/jobs?queue=book-read&status=failed")).items
  expect(run).toMatchObject({ targetType: "book", targetLabel: "broken.epub", attempts: 1 })
  expect((await send("POST", "/api/jobs/queues/book-read/run")).data.enqueued).toBe(1)
})

const asked = async () => (await server.run(booksReadOtherwise)).map(({ target }) => target?.label).sort()

it("rereads all books after an upgrade to a version that reads additional metadata", async () => {
  expect(await asked()).toEqual([])
  await server.rows(
    "update book_documents set reading = 0 where item_id = any(select item_id from book_facts)"
  )
  expect(await asked()).toEqual(["Typee 01 (1846).cbz", "moby.epub", "packed.cbr"])
  await server.rows("delete from book_documents")
  expect(await asked()).toHaveLength(4)
  await server.run(Effect.flatMap(booksReadOtherwise, enqueue))
  await eventually(async () => (await asked()).length === 0)
})

it("queues a book again if the server was busy during all attempts to read it", async () => {
  const { id } = await byName("moby.epub")
  await server.rows("update items set status = 'arriving' where id = $1", [id])
  await server.rows("delete from book_documents where item_id = $1", [id])
  const busy = GuardedReader.of({ ask: () => Effect.fail(new ReaderBusy()) })
  const run = Effect.provideService(
    bookReadProcessor.run({ itemId: id }, noteContext()),
    GuardedReader,
    busy
  ) as Effect.Effect<unknown, unknown>
  expect(await server.run(Effect.flip(run))).toMatchObject({ _tag: "RetryableFailure" })
  expect(await server.rows("select failure from item_files where item_id = $1", [id])).toEqual([
    { failure: null }
  ])
  await send("POST", "/api/jobs/queues/book-read/pause")
  await server.rows("update jobs set finished_at = now() - interval '3 days' where target_id = $1", [id])
  const [job] = await server.run(enqueue([readingOf({ id, label: "moby.epub", triggeredBy: "system" })]))
  await server.rows(
    "update jobs set state = 4, attempts = max_attempts, finished_at = now() - interval '2 days' where id = $1",
    [job?.jobRunId]
  )
  const again = await server.run(booksToReadAgain)
  expect(again.map(({ payload }) => payload)).toEqual([{ itemId: id }])
  await server.run(enqueue(again))
  await send("POST", "/api/jobs/queues/book-read/resume")
  await eventually(async () => (await byName("moby.epub")).status === "ready")
  expect(await server.run(booksToReadAgain)).toEqual([])
})

describe("books that an earlier version could not read", () => {
  const giveUp = async (reason: string) => {
    const [stamp] = await server.rows(
      `select item_id, size_bytes::float8 as size, mtime_ms::float8 as mtime from item_files where path = 'moby.epub'`
    )
    const { item_id: streamId, mtime, size } = stamp!
    const command = {
      _tag: "RecordProbeFailure",
      ...{ size: Number(size), mtimeMs: Number(mtime), reason }
    } as const
    const meta = { cause: "test" }
    await server.run(
      Effect.flatMap(EventStore, (store) =>
        store.execute({ streamId: String(streamId), decider: itemDecider, command, meta })
      )
    )
    expect(await byName("moby.epub")).toMatchObject({ status: "failed", failure: reason })
  }

  it("rereads a book after an upgrade if the recorded reason may have been wrong", async () => {
    await giveUp("The PDF is damaged or needs too much memory.")
    expect(await asked()).toEqual(["moby.epub"])
    await server.run(Effect.flatMap(booksReadOtherwise, enqueue))
    await eventually(async () => (await byName("moby.epub")).status === "ready")
    expect(await asked()).toEqual([])
  })

  it("does not reread a book automatically if this version recorded the reason", async () => {
    await giveUp("The PDF is damaged, or decoding it needs too much memory.")
    expect(await asked()).toEqual([])
    await server.run(Effect.flatMap(booksToRead, enqueue))
    await eventually(async () => (await byName("moby.epub")).status === "ready")
  })
})

it("serves the pages of a comic unchanged, or as JPEG if a width is given", async () => {
  const book = await byName("Typee 01 (1846).cbz")
  expect(book).toMatchObject({
    title: "Typee 01 (1846)",
    pages: 3,
    format: "comic",
    isRightToLeft: true,
    series: { name: "The Sea", number: 1 }
  })
  const at = (page: string) => server.get(`/api/books/${book.id}/pages/${page}`, token)
  const [first, second, small] = await Promise.all([at("0"), at("1"), at("0?maxWidth=200")])
  expect([first.status, first.headers["content-type"]]).toEqual([200, "image/jpeg"])
  expect([second.status, second.headers["content-type"]]).toEqual([200, "image/png"])
  expect([small.status, small.headers["content-type"]]).toEqual([200, "image/jpeg"])
  const again = await server.request("GET", `/api/books/${book.id}/pages/0`, {
    token,
    headers: { "If-None-Match": String(first.headers["etag"]) }
  })
  expect(again.status).toBe(304)
  const wrong = await Promise.all([at("2"), at("3"), at("x"), at("0?maxWidth=9999")])
  expect(wrong.map(({ json, status }) => [status, json.error.code])).toEqual([
    [404, "page_missing"],
    [404, "page_missing"],
    [400, "validation"],
    [400, "validation"]
  ])
})

it("merges different spellings of series and author names", async () => {
  const series = await data("/api/book-series")
  expect(series).toMatchObject({ total: 1, items: [{ name: "The Sea", count: 2 }] })
  const authors = await data("/api/authors?q=MELV")
  expect(authors).toMatchObject({ total: 1, items: [{ count: 2 }] })
  expect(await data("/api/authors?q=nobody")).toMatchObject({ total: 0, items: [] })
  expect(await data("/api/book-series?page=2")).toMatchObject({ total: 1, items: [] })
  const parts = await data(`/api/books?bookSeriesId=${series.items[0].id}&sort=number&order=asc`)
  expect(parts.items.map(({ series }: Json) => series.number)).toEqual([1, 2])
  expect((await data(`/api/books?authorId=${authors.items[0].id}`)).total).toBe(2)
  expect((await data(`/api/books?authorId=${series.items[0].id}`)).total).toBe(0)
  const stranger = (await server.account({ username: "stranger" })).token
  expect(await data("/api/book-series", stranger)).toMatchObject({ total: 0, items: [] })
})

it("sorts series and authors by the value of numbers in their names", async () => {
  const names = ["Saga 10", "Saga 2", "Saga 123456789012", "Saga 02 b", "Äon 3"]
  const rows = await server.rows(
    "select name from unnest($1::text[]) name order by natural_key(lower(normalize(name, NFKD))), name",
    [names]
  )
  const sorted = rows.map(({ name }) => String(name))
  expect(sorted.filter((name) => name.startsWith("Saga"))).toEqual([
    "Saga 2",
    "Saga 02 b",
    "Saga 10",
    "Saga 123456789012"
  ])
})

it("keeps the values that a user edited and updates the other values from new content", async () => {
  const { id } = await byName("moby.epub")
  await send("PATCH", `/api/books/${id}`, { title: "Mine" })
  writeFileSync(
    join(folder, "moby.epub"),
    madeEpub({ metadata: `<dc:title>Other</dc:title><dc:date>1900-02-03</dc:date>` })
  )
  await scan()
  await eventually(async () => (await byName("moby.epub")).date === "1900-02-03")
  expect(await byName("moby.epub")).toMatchObject({
    id,
    title: "Mine",
    details: null,
    authors: [],
    series: null
  })
})

it("marks a comic as read only on its last page", async () => {
  const { id } = await byName("Typee 01 (1846).cbz")
  const report = async (position: number) =>
    (await send("PUT", `/api/books/${id}/progress`, { position })).data
  expect(await report(1)).toMatchObject({ position: 0, isWatched: false })
  expect(await report(2)).toMatchObject({ position: 2, isWatched: false })
  expect((await send("PUT", `/api/books/${id}/progress`, { position: 30 })).error.message).toContain("pages")
  expect(await report(3)).toMatchObject({ position: 0, isWatched: true })
})
