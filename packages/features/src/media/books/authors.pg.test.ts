import { EventStore } from "@media/event-store/EventStore"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { relateEarlier } from "../../catalog/items/relateEarlier.ts"
import { followSources } from "../../catalog/items/relatedSources.ts"
import { bookDecider } from "./decider.ts"

let server: TestServer
let token = ""
let libraryId = ""
const meta = { cause: "test" }

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const send = async (method: string, target: string, body: object): Promise<Json> =>
  (await server.request(method, target, { token, body })).json
const stamp = { size: 1_000, mtimeMs: 1_700_000_000_000 }
type Author = { readonly name: string; readonly role: string }

/** Records what a file says about a book, like the job that reads books. */
const read = (id: string, authors: ReadonlyArray<Author>, title = "Book", isRelated = true) => {
  const facts = { format: "epub", series: null, language: null, publisher: null, pages: null }
  const said = { title, date: null, details: null }
  return server.run(
    transaction(
      Effect.gen(function* () {
        const store = yield* EventStore
        const command = { ...stamp, ...facts, said, authors, isRightToLeft: false, isProtected: false }
        yield* store.execute({
          streamId: id,
          decider: bookDecider,
          command: { _tag: "RecordRead", ...command },
          meta
        })
        // Earlier versions did not relate the book to its authors.
        if (isRelated) yield* followSources(id, ["authors"], meta)
      })
    )
  )
}
const book = async (authors: ReadonlyArray<Author>) => {
  const id = await makeItem(server, {
    kind: "book",
    libraryId,
    path: `${Math.round(performance.now() * 1e3)}.epub`
  })
  await read(id, authors)
  return id
}
const by = (...names: ReadonlyArray<string>) => names.map((name) => ({ name, role: "author" }))
const authorsOf = async (id: string) =>
  (await data(`/api/books/${id}`)).authors.map(({ name, role }: Json) => `${name} (${role})`)
const named = async (name: string) =>
  (await data(`/api/authors?q=${encodeURIComponent(name)}`)).items.map(({ count, name }: Json) => [
    name,
    count
  ])
const idOf = async (name: string) => (await data(`/api/authors?q=${encodeURIComponent(name)}`)).items[0].id

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  libraryId = await makeLibrary(server)
})
afterAll(() => server.stop())

it("keeps the order of a book's authors, and all roles of an author", async () => {
  const id = await book([
    { name: "Zep", role: "author" },
    { name: "Hergé", role: "author" },
    { name: "zep", role: "artist" },
    { name: "Kim", role: "translator" }
  ])
  expect(await authorsOf(id)).toEqual(["Zep (author)", "Zep (artist)", "Hergé (author)", "Kim (translator)"])
  expect(await named("zep")).toEqual([["Zep", 1]])
  expect((await data(`/api/books?q=author:zep`)).total).toBe(1)
  expect((await data(`/api/books?q=${encodeURIComponent("hergé")}`)).total).toBe(1)
})

it("keeps the authors that a user chose when the file is read again, until the user resets them", async () => {
  const id = await book(by("From File"))
  const body = { authors: [{ name: "Chosen" }, { name: "Chosen", role: "artist" }, "Other"] }
  expect((await send("PATCH", `/api/books/${id}`, body)).data.authors).toMatchObject([
    { name: "Chosen", role: "author" },
    { name: "Chosen", role: "artist" },
    { name: "Other", role: "author" }
  ])
  expect(await named("From File")).toEqual([])
  await read(id, by("Newer"), "Another title")
  expect(await authorsOf(id)).toEqual(["Chosen (author)", "Chosen (artist)", "Other (author)"])
  await send("PATCH", `/api/books/${id}`, { reset: ["authors"] })
  expect(await authorsOf(id)).toEqual(["Newer (author)"])
  // The author was created by a user and is therefore kept.
  expect(await named("Other")).toEqual([["Other", 0]])
})

it("relates books to the author that has the name in the file as an alias after a merge", async () => {
  const [first, second] = [await book(by("Stanislaw Lem")), await book(by("S. Lem"))]
  const [into, from] = [await idOf("Stanislaw Lem"), await idOf("S. Lem")]
  await send("POST", `/api/authors/${into}/merge`, { from: [from] })
  expect(await authorsOf(second)).toEqual(["Stanislaw Lem (author)"])
  await read(second, by("S. Lem"), "Read again")
  expect(await authorsOf(second)).toEqual(["Stanislaw Lem (author)"])
  expect(await authorsOf(first)).toEqual(["Stanislaw Lem (author)"])
  expect((await data(`/api/authors/${into}`)).counts).toEqual({ book: 2 })
  expect((await data(`/api/books?q=${encodeURIComponent("S. Lem")}`)).total).toBe(2)
})

it("undoes an edit of the authors", async () => {
  const id = await book(by("Before"))
  const [last] = await server.rows("select max(position)::int as position from events")
  await send("PATCH", `/api/books/${id}`, { authors: [] })
  expect(await authorsOf(id)).toEqual([])
  await send("POST", `/api/books/${id}/undo`, { sincePosition: last!["position"] })
  expect(await authorsOf(id)).toEqual(["Before (author)"])
})

it("changes the authors of several books at once", async () => {
  const ids = [await book(by("Ann")), await book(by("Bob"))]
  const { data: result } = await send("PATCH", "/api/items", { ids, changes: { author: { add: ["Cid"] } } })
  expect(result).toMatchObject({ changed: 2 })
  expect(await Promise.all(ids.map(authorsOf))).toEqual([
    ["Ann (author)", "Cid (author)"],
    ["Bob (author)", "Cid (author)"]
  ])
})

it("hides the name of an author marked NSFW from searches for words", async () => {
  const id = await book(by("Secretive"))
  expect((await data("/api/books?q=secretive")).total).toBe(1)
  await send("PATCH", `/api/authors/${await idOf("Secretive")}`, { isNsfw: true })
  const member = (
    await server.account({ username: "member", showNsfw: false, libraryIds: [libraryId] } as never)
  ).token
  expect((await data("/api/books?q=secretive", member)).total).toBe(0)
  expect((await data(`/api/books/${id}`, member))?.authors ?? []).toEqual([])
})

it("relates the books of an earlier version to the authors in their files", async () => {
  const id = await makeItem(server, { kind: "book", libraryId, path: "earlier.epub" })
  await read(id, by("Early"), "Book", false)
  await server.rows(
    "insert into items_to_relate (item_id, relation) values ($1, 'author'), (gen_random_uuid(), 'author')",
    [id]
  )
  await server.run(relateEarlier)
  expect(await server.rows("select * from items_to_relate")).toEqual([])
  expect(await server.rows("select source from item_relations where item_id = $1", [id])).toEqual([
    { source: "tags" }
  ])
})
