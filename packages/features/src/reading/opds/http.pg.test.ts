import { madeComic, madeEpub } from "@media/books/testing/MadeBooks"
import { atomProblems } from "@media/testkit/opds/ValidAtom"
import { Authentication, checked, Feed, problems } from "@media/testkit/opds/ValidOpds2"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { readXml } from "@media/xml/ReadXml"
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import * as Either from "effect/Either"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let libraryId = ""
/** The bytes of the books, keyed by file name. */
const files: Record<string, Buffer> = {}
const HOSTILE = `Ω &#65; ]]> <b>"&amp;'</b> \u202e` + "x".repeat(400)

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
const ask = (target: string, headers: Record<string, string> = {}, method = "GET") =>
  server.request(method, target, { headers: { Authorization: basic("root", "correct horse"), ...headers } })
const parsed = (text: string): XmlElement => Either.getOrThrow(readXml(Buffer.from(text)))
const feed = async (target: string, headers: Record<string, string> = {}): Promise<XmlElement> => {
  const reply = await ask(target, headers)
  expect([target, reply.status]).toEqual([target, 200])
  return parsed(reply.text)
}
const entries = (root: XmlElement) => childrenOf(root, "entry")
const titles = (root: XmlElement) => entries(root).map((entry) => textOf(childOf(entry, "title")!))
const links = (element: XmlElement, rel: string) =>
  childrenOf(element, "link").filter((link) => attributeOf(link, "rel") === rel)
const hrefOf = (element: XmlElement, rel: string): string => attributeOf(links(element, rel)[0]!, "href")!

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "books")
  mkdirSync(folder)
  const page = await sharp({ create: { width: 300, height: 450, channels: 3, background: "#305070" } })
    .png()
    .toBuffer()
  const escaped = HOSTILE.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  files["Ein “Buch”.epub"] = madeEpub({
    metadata: `<dc:title>${escaped}</dc:title><dc:creator>Zoë &amp; Co</dc:creator><dc:language>de</dc:language>`
  })
  for (const number of [2, 1, 10])
    files[`part ${number}.cbz`] = madeComic(
      [1, 2, 3].map((n) => ({ name: `${n}.png`, content: page })),
      `<Title>Part ${number}</Title><Series>Saga</Series><Number>${number}</Number><Writer>B. Vaughan</Writer>`
    )
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const { json } = await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Shelf", contents: ["books"], roots: [{ path: folder }] }
  })
  libraryId = json.data.id
  await eventually(async () => {
    const [row] = await server.rows("select count(*) as n from item_pictures where version is not null")
    const [facts] = await server.rows("select count(*) as n from book_facts")
    return Number(row!["n"]) === 3 && Number(facts!["n"]) === 4
  })
})
afterAll(() => server.stop())

it("requires a password or a session", async () => {
  const challenge = await server.get("/opds")
  expect(challenge.status).toBe(401)
  expect(challenge.headers["www-authenticate"]).toBe(`Basic realm="Media Library", charset="UTF-8"`)
  expect((await ask("/opds", { Authorization: basic("root", "wrong horse") })).status).toBe(401)
  expect((await ask("/opds", { Authorization: "Basic !" })).status).toBe(401)
  expect((await ask("/opds", { Authorization: basic("root\0", "correct horse") })).status).toBe(401)
  expect((await ask("/opds", { Authorization: "Negotiate abc" })).status).toBe(401)
  expect((await server.get("/opds", token)).status).toBe(200)
  const root = await ask("/opds")
  expect([root.status, root.headers["content-type"]]).toEqual([
    200,
    "application/atom+xml;profile=opds-catalog;kind=navigation;charset=utf-8"
  ])
  // Some users type the URL with a trailing slash.
  const slash = await ask("/opds/?page=1")
  expect([slash.status, new URL(slash.headers["location"]!, `${server.origin}/opds/`).href]).toEqual([
    308,
    `${server.origin}/opds?page=1`
  ])
  // Other routes reject HTTP Basic authentication. Otherwise, a page of another site could make the browser send the
  // stored password to these routes.
  expect((await ask("/api/books")).status).toBe(401)
})

it("links from the start page to every list of books", async () => {
  const root = await feed("/opds")
  expect(titles(root)).toEqual([
    "Recently added",
    "Continue reading",
    "All books",
    "Series",
    "Authors",
    "Libraries"
  ])
  for (const entry of entries(root)) {
    const [link] = childrenOf(entry, "link")
    await feed(attributeOf(link!, "href")!)
  }
  const series = await feed("/opds/series")
  expect(titles(series)).toEqual(["Saga"])
  const parts = await feed(hrefOf(entries(series)[0]!, "subsection"))
  expect(titles(parts)).toEqual(["Part 1", "Part 2", "Part 10"])
  const authors = await feed("/opds/authors")
  expect(titles(authors)).toEqual(["B. Vaughan", "Zoë & Co"])
  expect(titles(await feed(hrefOf(entries(authors)[1]!, "subsection")))).toHaveLength(1)
  const libraries = await feed("/opds/libraries")
  expect(titles(await feed(hrefOf(entries(libraries)[0]!, "subsection")))).toHaveLength(4)
  for (const unknown of [
    "/opds/series/none",
    `/opds/authors/${libraryId}`,
    "/opds/books/none",
    "/opds/other"
  ])
    expect([unknown, (await ask(unknown)).status]).toEqual([unknown, 404])
})

it("writes valid XML for a title with markup and illegal characters", async () => {
  const found = await feed(`/opds/search?q=${encodeURIComponent("Ω")}`)
  const [entry] = entries(found)
  expect(textOf(childOf(entry!, "title")!)).toBe(
    HOSTILE.replace("\u202e", "").trim().replace(/\s+/g, " ").slice(0, 500)
  )
  for (const name of ["id", "updated", "published", "author", "language", "summary"])
    expect([name, childrenOf(entry!, name)]).toEqual([name, [expect.anything()]])
  expect(textOf(childOf(entry!, "id")!)).toMatch(/^urn:uuid:/)
  const [acquisition] = links(entry!, "http://opds-spec.org/acquisition")
  expect(attributeOf(acquisition!, "type")).toBe("application/epub+zip")
  const alone = await feed(hrefOf(entry!, "alternate"))
  expect(alone.name).toBe("entry")
  // No link may contain characters that the OPDS schema forbids, except in the URL template of pages.
  const all = (await ask("/opds/books")).text
  for (const [, href] of all.matchAll(/href="([^"]*)"/g))
    if (!href!.includes("{pageNumber}")) expect(href).not.toMatch(/[ <>{}|^`]/)
})

it("splits lists into pages and offers facets", async () => {
  const first = await feed("/opds/books?limit=3")
  expect(entries(first)).toHaveLength(3)
  expect(["totalResults", "itemsPerPage", "startIndex"].map((name) => textOf(childOf(first, name)!))).toEqual(
    ["4", "3", "1"]
  )
  const second = await feed(hrefOf(first, "next"))
  expect(entries(second)).toHaveLength(1)
  expect(links(second, "next")).toEqual([])
  expect(hrefOf(second, "previous")).toBe("/opds/books?limit=3")
  const beyond = await feed("/opds/books?limit=3&page=99999999999999999999")
  expect([entries(beyond), hrefOf(beyond, "previous")]).toEqual([[], "/opds/books?limit=3&page=2"])
  for (const page of ["0", "-1", "x"]) expect(entries(await feed(`/opds/books?page=${page}`))).toHaveLength(4)
  const facets = links(first, "http://opds-spec.org/facet")
  const opds = "http://opds-spec.org/2010/catalog"
  expect(
    facets.map((facet) => [attributeOf(facet, "title"), attributeOf(facet, "activeFacet", opds)])
  ).toEqual([
    ["Title", "true"],
    ["Newest", undefined],
    ["Published", undefined],
    ["All formats", "true"],
    ["EPUB", undefined],
    ["Comics", undefined]
  ])
  await feed(attributeOf(facets[1]!, "href")!)
  const comics = await feed(attributeOf(facets[5]!, "href")!)
  expect([entries(comics).length, textOf(childOf(comics, "totalResults")!)]).toEqual([3, "3"])
  expect(titles(await feed("/opds/books?language=DE&format=epub"))).toHaveLength(1)
  for (const query of ["language=fr", "format=pdf", "format=epub&language=en"])
    expect(entries(await feed(`/opds/books?${query}`))).toEqual([])
  expect(entries(await feed(`/opds/books?library=${libraryId}&format=nonsense&order=nonsense`))).toHaveLength(
    4
  )
})

it("links to the books of collections", async () => {
  const make = async (body: object): Promise<string> =>
    (await server.request("POST", "/api/collections", { token, body })).json.data.id
  const { json } = await server.get("/api/books?q=part", token)
  const [first] = json.data.items as ReadonlyArray<{ readonly id: string; readonly title: string }>
  const byHand = await make({ name: "By hand", itemIds: [first!.id] })
  const byRule = await make({ name: "By rule", text: "title:part" })
  for (const others of [{ name: "Empty" }, { name: "Films", text: "height>=720" }]) await make(others)
  expect(titles(await feed("/opds"))).toContain("Collections")
  const collections = await feed("/opds/collections")
  expect(titles(collections)).toEqual(["By hand", "By rule"])
  expect(titles(await feed(`/opds/collections/${byHand}`))).toEqual([first!.title])
  expect(titles(await feed(`/opds/collections/${byRule}`))).toEqual(["Part 1", "Part 2", "Part 10"])
  const { json: second } = await ask("/opds/v2/collections")
  expect(second.navigation.map(({ title }: { readonly title: string }) => title)).toEqual([
    "By hand",
    "By rule"
  ])
  await server.request("DELETE", `/api/collections/${byHand}`, { token })
  expect((await ask(`/opds/collections/${byHand}`)).status).toBe(404)
  for (const { id } of (await server.get("/api/collections", token)).json.data.items)
    await server.request("DELETE", `/api/collections/${id}`, { token })
})

it("searches titles, authors and series", async () => {
  const description = await feed("/opds/opensearch.xml")
  const whole = attributeOf(childOf(description, "Url")!, "template")!
  expect(whole.startsWith(`${server.origin}/opds/`)).toBe(true)
  const template = whole.slice(server.origin.length)
  const search = async (words: string) =>
    titles(await feed(template.replace("{searchTerms}", encodeURIComponent(words))))
  expect(await search("part 10")).toEqual(["Part 10"])
  expect(await search("vaughan")).toHaveLength(3)
  expect(await search("SAGA part")).toHaveLength(3)
  expect(await search("no such")).toEqual([])
  expect(await search("%")).toEqual([])
})

it("serves a book under its file name, and supports range requests", async () => {
  const [entry] = entries(await feed(`/opds/search?q=${encodeURIComponent("Ω")}`))
  const target = hrefOf(entry!, "http://opds-spec.org/acquisition")
  const whole = await ask(target)
  expect(whole.headers["content-disposition"]).toBe(
    `attachment; filename="Ein _Buch_.epub"; filename*=UTF-8''Ein%20%E2%80%9CBuch%E2%80%9D.epub`
  )
  expect(Number(whole.headers["content-length"])).toBe(files["Ein “Buch”.epub"]!.length)
  const part = await ask(target, { Range: "bytes=2-5" })
  expect([part.status, part.headers["content-range"]]).toEqual([
    206,
    `bytes 2-5/${files["Ein “Buch”.epub"]!.length}`
  ])
})

it("returns 304 for a feed that the client already has", async () => {
  const reply = await ask("/opds/books")
  const again = await ask("/opds/books", { "If-None-Match": String(reply.headers["etag"]) })
  expect(again.status).toBe(304)
  const comic = entries(await feed("/opds/search?q=part+10"))[0]!
  for (const rel of ["http://opds-spec.org/image", "http://opds-spec.org/image/thumbnail"]) {
    const cover = await ask(hrefOf(comic, rel), { Accept: "image/webp,*/*" })
    expect([cover.status, cover.headers["content-type"]]).toEqual([200, "image/jpeg"])
  }
})

it("streams pages and records the reading position", async () => {
  const pse = "http://vaemendis.net/opds-pse/ns"
  const stream = async () =>
    links(entries(await feed("/opds/search?q=part+10"))[0]!, "http://vaemendis.net/opds-pse/stream")[0]!
  const before = await stream()
  expect([attributeOf(before, "count", pse), attributeOf(before, "lastRead", pse)]).toEqual(["3", undefined])
  const template = attributeOf(before, "href")!
  const page = (number: number, width = "200") =>
    ask(template.replace("{pageNumber}", String(number)).replace("{maxWidth}", width))
  const reply = await page(2 - 1)
  expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/jpeg"])
  // Reading apps load one page ahead, so an app that requests the third page has just shown the second.
  await server.request("PUT", `/api/books/${/books\/([^/]+)\//.exec(template)![1]}/progress`, {
    token,
    body: { position: 2 }
  })
  expect(attributeOf(await stream(), "lastRead", pse)).toBe("2")
  expect(attributeOf(await stream(), "lastReadDate", pse)).toMatch(/^\d{4}-.*Z$/)
  expect((await page(2)).status).toBe(200)
  const id = /books\/([^/]+)\//.exec(template)![1]!
  await eventually(async () => (await server.get(`/api/books/${id}`, token)).json.data.userState.isWatched)
  expect(attributeOf(await stream(), "lastRead", pse)).toBeUndefined()
  expect([(await page(3)).status, (await page(0, "9")).status]).toEqual([404, 404])
  for (const unfilled of ["{maxWidth}", ""]) expect((await page(0, unfilled)).status).toBe(200)
})

/**
 * Follows the links of a catalog from its start page to all other pages. Returns the content of the pages, keyed by
 * URL.
 */
const walk = async (start: string, linksIn: (text: string) => ReadonlyArray<string>) => {
  const pages = new Map<string, string>()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (pages.has(next)) continue
    const reply = await ask(next)
    expect([next, reply.status]).toEqual([next, 200])
    pages.set(next, reply.text)
    waiting.push(...linksIn(reply.text))
  }
  return pages
}

it("writes valid OPDS 1.2 and 2.0 for any titles", async () => {
  const titles = [
    "\u0001\u000b\ufffe ]]> <![CDATA[ &nbsp; \u0085 {pageNumber} </entry>",
    `\u202e\u2067Ω عنوان \u{1f600}${"long ".repeat(1_000)}`,
    `'"><script>alert(1)</script>`
  ]
  await server.rows(
    "update items v set title = t.title from unnest($1::text[]) with ordinality t(title, n) where v.id = (select id from items where kind = 'book' and title like 'Part %' order by id offset t.n - 1 limit 1)",
    [titles]
  )
  await server.rows(`update item_relations set credit = '{"role": "translator"}'
    where entity_id in (select id from related_entities where name like 'Zo%')`)
  const atom = await walk("/opds", (text) =>
    [...text.matchAll(/<link [^>]*?type="application\/atom\+xml[^>]*>/g)].flatMap(([link]) =>
      /href="([^"]*)"/
        .exec(link)!
        .slice(1)
        .map((href) => href.replaceAll("&amp;", "&"))
    )
  )
  expect(atom.size).toBeGreaterThan(20)
  expect(await atomProblems(Object.fromEntries(atom))).toEqual([])
  // Some books have no known author, but an Atom document needs an author.
  for (const [address, text] of atom) expect([address, /<author>/.test(text)]).toEqual([address, true])
  // Make sure that the grammar detects errors at all.
  const broken = atom.get("/opds")!.replace(/<updated>[^<]*/, "<updated>yesterday")
  expect(await atomProblems({ broken })).not.toEqual([])

  const json = await walk("/opds/v2", (text) =>
    [
      ...text.matchAll(
        /"href":"([^"{]*)","type":"application\/(?:opds\+json|opds-publication\+json|divina\+json)"/g
      )
    ].map(([, href]) => href!)
  )
  const kinds = new Set<string>()
  for (const [address, text] of json) {
    const { kind, problem } = checked(JSON.parse(text))
    kinds.add(kind)
    expect([address, problem]).toEqual([address, ""])
  }
  expect([...kinds].sort()).toEqual(["feed", "manifest", "publication"])
  const found = (await ask("/opds/v2/search?query=script")).json
  expect(found.publications[0].metadata.title).toBe(titles[2])
  expect(problems(Feed, (await ask("/opds/v2/search?query=nothing+of+that+name")).json)).toBe("")
  await server.rows("update items set title = 'Part 10' where title = any($1)", [titles])
})

it("sends OPDS 2.0 clients an authentication document, and formats errors as OPDS 2.0", async () => {
  const challenge = await server.get("/opds/v2/books")
  expect([challenge.status, challenge.headers["content-type"]]).toEqual([
    401,
    "application/opds-authentication+json"
  ])
  expect(challenge.headers["www-authenticate"]).toMatch(/^Basic realm=/)
  expect(problems(Authentication, challenge.json)).toBe("")
  expect((await server.get("/opds/v2/auth")).json).toEqual(challenge.json)
  const start = await ask("/opds/v2")
  expect(start.headers["content-type"]).toBe("application/opds+json")
  expect(start.json.groups.map(({ metadata }: { metadata: unknown }) => metadata)).toContainEqual({
    title: "Recently added",
    numberOfItems: 4
  })
  const page = await ask("/opds/v2/books?limit=3&order=newest")
  expect(page.json.metadata).toMatchObject({ numberOfItems: 4, itemsPerPage: 3, currentPage: 1 })
  const next = page.json.links.find(({ rel }: { rel: string }) => rel === "next").href
  expect((await ask(next)).json.publications).toHaveLength(1)
  expect((await ask("/opds/v2/books?limit=3&page=9")).json.links).toContainEqual({
    rel: "previous",
    href: "/opds/v2/books?limit=3&page=2",
    type: "application/opds+json"
  })
  const known = await ask("/opds/v2/books", {
    "If-None-Match": String((await ask("/opds/v2/books")).headers["etag"])
  })
  const head = await ask("/opds/v2/books", {}, "HEAD")
  expect([known.status, head.status, head.text]).toEqual([304, 200, ""])
  for (const unknown of ["/opds/v2/books/none", "/opds/v2/none", "/opds/v2/series/none"])
    expect([unknown, (await ask(unknown)).json.status]).toEqual([unknown, 404])
})

it("offers a book of an unrecognized format with the media type for its file extension", async () => {
  await server.rows("update book_facts set format = 'other' where format = 'comic'")
  await server.rows("update item_files set path = replace(path, '.cbz', '.fb2')")
  const listed = entries(await feed("/opds/search?q=part+10"))[0]!
  for (const entry of [listed, await feed(hrefOf(listed, "alternate"))])
    expect(attributeOf(links(entry, "http://opds-spec.org/acquisition")[0]!, "type")).toBe("text/fb2+xml")
})

it("shows each account only the books of its own libraries", async () => {
  const child = await server.account({ username: "child" })
  const as = (password: string) => ({ Authorization: basic("child", password) })
  for (const target of [
    "/opds/books",
    "/opds/series",
    "/opds/authors",
    "/opds/libraries",
    "/opds/search?q=part"
  ])
    expect([target, entries(await feed(target, as("correct horse")))]).toEqual([target, []])
  const comic = entries(await feed("/opds/search?q=part+10"))[0]!
  for (const rel of ["http://opds-spec.org/acquisition", "http://opds-spec.org/image", "alternate"])
    expect((await ask(hrefOf(comic, rel), as("correct horse"))).status).toBe(404)
  await server.request("PATCH", `/api/users/${child.id}`, { token, body: { libraryIds: [libraryId] } })
  expect(entries(await feed("/opds/books", as("correct horse")))).toHaveLength(4)
  await server.request("POST", `/api/users/${child.id}/password`, {
    token,
    body: { newPassword: "battery staple" }
  })
  expect((await ask("/opds", as("correct horse"))).status).toBe(401)
  expect((await ask("/opds", as("battery staple"))).status).toBe(200)
  await server.request("PATCH", `/api/users/${child.id}`, { token, body: { enabled: false } })
  expect((await ask("/opds", as("battery staple"))).status).toBe(401)
})
