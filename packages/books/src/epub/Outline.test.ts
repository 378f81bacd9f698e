import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { createHash } from "node:crypto"
import { afterAll, expect, it } from "vitest"
import type { BookFile } from "../BookFile.ts"
import { bookOutline, bookPassages, bookResource, bookSpine } from "../ReadBook.ts"
import { bookFolder } from "../testing/InFolder.ts"
import { madeEpub, type MadeEpub } from "../testing/MadeBooks.ts"
import { fractionInSpine, positionInSpine } from "./Spine.ts"

const manifest = `
  <item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
  <item id="x" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
  <item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/>
  <item id="b" href="text/b%20b.xhtml" media-type="application/xhtml+xml"/>
  <item id="c" href="text/notes.xhtml" media-type="application/xhtml+xml"/>`
const files = [
  { name: "OEBPS/text/a.xhtml", content: "<html><body><p>Call me <em>Ish</em>mael.</p></body></html>" },
  { name: "OEBPS/text/b b.xhtml", content: `<html><body>${"<p>The whale.</p>".repeat(40)}</body></html>` },
  { name: "OEBPS/text/notes.xhtml", content: "<p>whale</p>" }
]
const nav = `<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="landmarks"><ol><li><a href="text/a.xhtml">No</a></li></ol></nav>
  <nav epub:type="toc"><ol><li><a href="text/a.xhtml">One&nbsp;&amp; all</a><ol><li><a href="text/b%20b.xhtml#x">Two</a></li></ol></li>
  <li><a href="http://example.com">Out</a></li><li><a href="gone.xhtml">Gone</a></li></ol></nav></body></html>`
const ncx = `<ncx><navMap><navPoint><navLabel><text>First</text></navLabel><content src="text/a.xhtml"/>
  <navPoint><navLabel><text>Second</text></navLabel><content src="text/b%20b.xhtml#y"/></navPoint></navPoint></navMap></ncx>`
const spine =
  '<spine toc="x" page-progression-direction="rtl"><itemref idref="a"/><itemref idref="b"/><itemref idref="c" linear="no"/><itemref idref="gone"/></spine>'

const folder = bookFolder()
afterAll(folder.remove)
let books = 0
const withBook = <A, E>(book: MadeEpub, use: (file: BookFile) => Effect.Effect<A, E>) => {
  books += 1
  return Effect.runPromise(Effect.either(use(folder.book(`${books}.epub`, madeEpub(book)))))
}
const made: MadeEpub = {
  manifest,
  rest: spine,
  files: [...files, { name: "OEBPS/nav.xhtml", content: nav }, { name: "OEBPS/toc.ncx", content: ncx }]
}

it("lists the documents and the table of contents", async () => {
  const found = await withBook(made, bookOutline)
  expect(found).toMatchObject({
    right: {
      documents: [{ href: "OEBPS/text/a.xhtml" }, { href: "OEBPS/text/b b.xhtml" }],
      entries: [
        { title: "One & all", href: "OEBPS/text/a.xhtml", fragment: "", depth: 0 },
        { title: "Two", href: "OEBPS/text/b b.xhtml", fragment: "x", depth: 1 }
      ],
      isRightToLeft: true,
      isFixedLayout: false,
      hasSpreads: false
    }
  })
  const old = await withBook({ ...made, manifest: manifest.replace('properties="nav"', "") }, bookOutline)
  expect(old).toMatchObject({
    right: { entries: [{ title: "First" }, { title: "Second", fragment: "y", depth: 1 }] }
  })
})

it("finds files even if their names are spelled differently in the archive and in links", async () => {
  const packed: ReadonlyArray<readonly [name: string, href: string]> = [
    ["OEBPS/100%.xhtml", "100%25.xhtml"],
    ["OEBPS/b%20b.xhtml", "b%20b.xhtml"],
    ["OEBPS/Cafe\u0301.xhtml", "caf%C3%A9.xhtml"],
    ["OEBPS\\win\\c.xhtml", "win/c.xhtml"],
    ["./OEBPS/d.xhtml", "d.xhtml"]
  ]
  const links = packed.map(([, href]) => `<a href="${href}">x</a>`).join("")
  const book: MadeEpub = {
    manifest: packed
      .map(([, href], at) => `<item id="i${at}" href="${href}" media-type="application/xhtml+xml"/>`)
      .join(""),
    rest: `<spine>${packed.map((_, at) => `<itemref idref="i${at}"/>`).join("")}</spine>`,
    files: packed.map(([name]) => ({ name, content: `<body>${links}</body>` }))
  }
  const { documents } = Either.getOrThrow(await withBook(book, bookOutline))
  expect(documents).toHaveLength(packed.length)
  const addresses = documents.map(({ href }) => href.split("/").map(encodeURIComponent).join("/"))
  const first = Either.getOrThrow(await withBook(book, (file) => bookResource(file, documents[0]!.href)))
  for (const [, link] of String(first.bytes).matchAll(/href="([^"]*)"/g))
    addresses.push(new URL(link!, `http://a/${addresses[0]!}`).pathname.slice(1))
  expect(addresses).toHaveLength(2 * packed.length)
  for (const address of addresses) {
    expect(address).not.toMatch(/%(?:2e|2f|5c|00|25)/i)
    const found = await withBook(book, (file) => bookResource(file, decodeURIComponent(address)))
    expect([address, found]).toMatchObject([address, { right: {} }])
  }
})

it("decodes a page whose encoding is declared only in a meta element", async () => {
  const page = Buffer.concat([
    Buffer.from(
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"/></head><p>'
    ),
    Buffer.from([0xc2, 0xee, 0xe9, 0xed, 0xe0]),
    Buffer.from("</p></html>")
  ])
  const book = { ...made, files: [{ name: "OEBPS/text/a.xhtml", content: page }] }
  const found = await withBook(book, (file) => bookResource(file, "OEBPS/text/a.xhtml"))
  expect(String(Either.getOrThrow(found).bytes)).toContain("<p>Война</p>")
})

it("reads the side of the spread for each page of a fixed-layout book", async () => {
  const meta = (property: string, value: string) => `<meta property="rendition:${property}">${value}</meta>`
  const outlineOf = async (spread: string, ...properties: ReadonlyArray<string>) => {
    const rest = `<spine>${["a", "b"].map((id, at) => `<itemref idref="${id}" properties="${properties[at]}"/>`).join("")}</spine>`
    const metadata = meta("layout", "pre-paginated") + spread
    const found = await withBook({ ...made, metadata, rest }, bookOutline)
    const { documents, hasSpreads } = Either.getOrThrow(found)
    return [hasSpreads, ...documents.map(({ side }) => side)]
  }
  expect(await outlineOf("", "page-spread-left", "rendition:page-spread-right")).toEqual([
    true,
    "left",
    "right"
  ])
  expect(await outlineOf("", "svg", "rendition:page-spread-center")).toEqual([false, null, "center"])
  expect(await outlineOf(meta("spread", "both"), "", "rendition:spread-none")).toEqual([true, null, "center"])
  expect(await outlineOf(meta("spread", "none"), "page-spread-left", "")).toEqual([false, "left", null])
})

it("rejects protected books and books without documents", async () => {
  const encryption =
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>'
  const locked = {
    ...made,
    files: [...made.files!, { name: "META-INF/encryption.xml", content: encryption }]
  }
  expect(await withBook(locked, bookOutline)).toMatchObject({ left: { code: "encrypted" } })
  expect(await withBook({}, bookOutline)).toMatchObject({ left: { code: "empty" } })
})

it("refuses to serve files that readers do not display", async () => {
  const text = await withBook(made, (file) => bookResource(file, "OEBPS/text/a.xhtml"))
  expect(text).toMatchObject({ right: { type: "application/xhtml+xml; charset=utf-8" } })
  for (const key of [
    "OEBPS/content.opf",
    "META-INF/container.xml",
    "../../etc/passwd",
    "mimetype",
    "OEBPS/gone.png"
  ])
    expect(await withBook(made, (file) => bookResource(file, key))).toMatchObject({
      left: { code: "unknown" }
    })
})

it("converts between a fraction of the book and a position in a document", async () => {
  const found = await withBook(made, bookSpine)
  const lines = found._tag === "Right" ? found.right : []
  expect(lines.map(({ href, share }) => [href, share > 0])).toEqual([
    ["OEBPS/text/a.xhtml", true],
    ["OEBPS/text/b b.xhtml", true],
    ["OEBPS/text/notes.xhtml", false],
    ["", false]
  ])
  const [first] = lines
  expect(positionInSpine(lines, 0.999)).toMatchObject({ index: 1 })
  expect(positionInSpine(lines, 1)).toMatchObject({ index: 1, progression: 1 })
  expect(fractionInSpine(lines, "OEBPS/text/b b.xhtml", 0)).toBeCloseTo(first!.share)
  const aside = made.rest!.replaceAll(' linear="no"', "").replaceAll("<itemref ", '<itemref linear="no" ')
  expect(await withBook({ ...made, rest: aside }, bookOutline)).toMatchObject({
    right: { documents: [{}, {}, {}] }
  })
})

it("removes the obfuscation from fonts", async () => {
  const id = "urn:uuid:11111111-2222-3333-4444-555555555555"
  const font = Buffer.concat([Buffer.from("OTTO"), Buffer.alloc(2_000, 5)])
  const masked = (key: Buffer, length: number) =>
    font.map((byte, at) => (at < length ? byte ^ key[at % key.length]! : byte))
  const data = (algorithm: string, name: string) =>
    `<EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="OEBPS/${name}.otf"/></CipherData></EncryptedData>`
  const encryption = `<encryption>${data("http://www.idpf.org/2008/embedding", "i")}${data("http://ns.adobe.com/pdf/enc#RC", "a")}${data("http://ns.adobe.com/pdf/enc#RC", "plain")}</encryption>`
  const book: MadeEpub = {
    ...made,
    metadata: `<dc:identifier id="isbn">978</dc:identifier><dc:identifier id="uid"> ${id}\n</dc:identifier>`,
    files: [
      ...files,
      { name: "META-INF/encryption.xml", content: encryption },
      { name: "OEBPS/i.otf", content: Buffer.from(masked(createHash("sha1").update(id).digest(), 1_040)) },
      {
        name: "OEBPS/a.otf",
        content: Buffer.from(masked(Buffer.from(id.slice(9).replaceAll("-", ""), "hex"), 1_024))
      },
      { name: "OEBPS/plain.otf", content: font }
    ]
  }
  for (const name of ["i", "a", "plain"])
    expect(await withBook(book, (file) => bookResource(file, `OEBPS/${name}.otf`))).toMatchObject({
      right: { type: "font/otf", bytes: font }
    })
})

it("finds words that are split across elements", async () => {
  const one = await withBook(made, (file) => bookPassages(file, "ISHMAEL"))
  expect(one).toMatchObject({
    right: {
      passages: [{ href: "OEBPS/text/a.xhtml", before: "Call me ", match: "Ishmael" }],
      isComplete: true
    }
  })
  const many = await withBook(made, (file) => bookPassages(file, "the  whale"))
  expect(many._tag === "Right" && many.right.passages).toHaveLength(40)
  expect(await withBook(made, (file) => bookPassages(file, "  "))).toMatchObject({
    right: { passages: [] }
  })
})

it("marks search results as incomplete if the search takes too long", async () => {
  let now = 0
  const currentTimeMillis = Effect.sync(() => (now += 10_000))
  const slow: Clock.Clock = Object.assign(Object.create(Clock.make()), { currentTimeMillis })
  const found = await withBook(made, (file) => Effect.withClock(bookPassages(file, "whale"), slow))
  expect(found).toMatchObject({ right: { passages: [], isComplete: false } })
  const quick = await withBook(made, (file) => bookPassages(file, "ishmael"))
  expect(quick).toMatchObject({ right: { isComplete: true } })
})

it("returns the right passage even if case folding changes the length of letters", async () => {
  const search = (text: string, words: string) => {
    const content = `<body><p>${text}</p></body>`
    const book = { ...made, files: [{ name: "OEBPS/text/a.xhtml", content }] }
    return withBook(book, (file) => bookPassages(file, words))
  }
  expect(await search("İİİ ﬁne cafe\u0301, Große Straße 7", "GROSSE STRASSE")).toMatchObject({
    right: { passages: [{ before: "İİİ ﬁne café, ", match: "Große Straße", after: " 7" }] }
  })
  const [hundred, more] = await Promise.all(
    [100, 101].map((count) => search("whale ".repeat(count), "whale"))
  )
  expect(hundred).toMatchObject({ right: { passages: { length: 100 }, isComplete: true } })
  expect(more).toMatchObject({ right: { passages: { length: 100 }, isComplete: false } })
})

it("uses the fallback of a spine item that readers cannot display", async () => {
  const book = {
    manifest: `<item id="d" href="d.json" media-type="application/json" fallback="i"/>
      <item id="i" href="i.png" media-type="image/png" fallback="x"/>
      <item id="x" href="x.xhtml" media-type="application/xhtml+xml"/>
      <item id="c" href="c.json" media-type="application/json" fallback="c"/>`,
    rest: '<spine><itemref idref="d"/><itemref idref="c"/></spine>',
    files: ["d.json", "i.png", "x.xhtml", "c.json"].map((name) => ({ name: `OEBPS/${name}`, content: "x" }))
  }
  const found = await withBook(book, bookSpine)
  expect(found).toMatchObject({ right: [{ href: "OEBPS/x.xhtml" }, { href: "OEBPS/c.json" }] })
})
