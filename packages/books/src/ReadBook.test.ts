import * as Effect from "effect/Effect"
import { deflateRawSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { bookCover, bookPage, bookResource, bookSpine, readBook } from "./ReadBook.ts"
import { bookFolder } from "./testing/InFolder.ts"
import { madeComic, madeEpub } from "./testing/MadeBooks.ts"

const folder = bookFolder()
afterAll(folder.remove)

const facts = (name: string, bytes: Buffer | string) => Effect.runPromise(readBook(folder.book(name, bytes)))
const refusal = (name: string, bytes: Buffer | string) =>
  Effect.runPromise(Effect.flip(readBook(folder.book(name, bytes))))

describe("EPUB files", () => {
  it("reads authors in the notation of EPUB 3", async () => {
    const read = await facts(
      "a.epub",
      madeEpub({
        metadata: `
          <dc:title id="sub">or, The Whale</dc:title><meta refines="#sub" property="title-type">subtitle</meta>
          <dc:title id="main"> Moby\n Dick\u202e </dc:title><meta refines="#main" property="title-type">main</meta>
          <dc:creator id="hm">Herman Melville</dc:creator><meta refines="#hm" property="role">aut</meta>
          <dc:creator id="rk">Rockwell Kent</dc:creator><meta refines="#rk" property="role">ill</meta>
          <dc:contributor>calibre 7</dc:contributor>
          <dc:language>en-US</dc:language><dc:publisher>Harper</dc:publisher><dc:date>1851-10-18T00:00:00Z</dc:date>
          <dc:description>&lt;p&gt;Call me &lt;b&gt;Ishmael&lt;/b&gt; &amp;amp; co.&lt;/p&gt;&lt;p&gt;Some years ago&lt;/p&gt;</dc:description>
          <meta property="belongs-to-collection" id="c">The Sea</meta>
          <meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">2.5</meta>`,
        rest: `<spine page-progression-direction="rtl"/>`
      })
    )
    expect(read).toEqual({
      format: "epub",
      title: "Moby Dick",
      authors: [
        { name: "Herman Melville", role: "author" },
        { name: "Rockwell Kent", role: "artist" }
      ],
      series: { name: "The Sea", number: 2.5 },
      language: "en-US",
      publisher: "Harper",
      description: "Call me Ishmael & co.\n\nSome years ago",
      date: "1851-10-18",
      pages: null,
      isRightToLeft: true,
      isProtected: false
    })
  })

  it("reads authors in the notation of EPUB 2 and calibre", async () => {
    const read = await facts(
      "b.epub",
      madeEpub({
        version: "2.0",
        metadata: `<dc:title>Dune</dc:title><dc:creator opf:role="aut">Frank Herbert</dc:creator>
          <dc:date opf:event="modification">2020-01-01</dc:date><dc:date opf:event="publication">1965</dc:date>
          <meta name="calibre:series" content="Dune &amp; more"/><meta name="calibre:series_index" content="1.0"/>`
      })
    )
    expect(read).toMatchObject({
      title: "Dune",
      authors: [{ name: "Frank Herbert", role: "author" }],
      series: { name: "Dune & more", number: 1 },
      date: "1965"
    })
  })

  it.each([
    [
      "its picture",
      `<item id="c" href="c.jpg" properties="cover-image" media-type="image/jpeg"/>`,
      "",
      "jpg"
    ],
    [
      "its picture by id",
      `<item id="c" href="c%2Ejpg" media-type="image/jpeg"/>`,
      `<meta name="cover" content="c"/>`,
      "jpg"
    ],
    ["the page that shows it", `<item id="c" href="t/c.xhtml" properties="cover-image"/>`, "", "svg"]
  ])("finds the cover through %s", async (_, manifest, metadata, expected) => {
    const book = folder.book(
      "cover.epub",
      madeEpub({
        manifest,
        metadata,
        files: [
          { name: "OEBPS/c.jpg", content: "jpg" },
          {
            name: "OEBPS/t/c.xhtml",
            content: `<!DOCTYPE html><html xmlns:xlink="http://www.w3.org/1999/xlink"><body><svg><image xlink:href="../../OEBPS/i/s.png"/></svg></body></html>`
          },
          { name: "OEBPS/i/s.png", content: "svg" }
        ]
      })
    )
    expect(String(await Effect.runPromise(bookCover(book)))).toBe(expected)
  })

  it("uses the image on the first page as the cover, unless the page contains much text", async () => {
    const cover = async (text: string) => {
      const book = madeEpub({
        manifest: `<item id="c" href="c.xhtml"/>`,
        rest: `<spine><itemref idref="c" linear="no"/></spine>`,
        files: [
          { name: "OEBPS/c.xhtml", content: `<body>&nbsp;<p>${text}<img src="p.png"></p></body>` },
          { name: "OEBPS/p.png", content: "png" }
        ]
      })
      return Effect.runPromise(bookCover(folder.book("first.epub", book)))
    }
    expect(String(await cover("A title"))).toBe("png")
    expect(
      await cover("It was a dark and stormy night; the rain fell in torrents, except at occasional intervals")
    ).toBe(undefined)
  })

  it("reports a book as protected if a file other than a font is encrypted", async () => {
    const isProtected = async (algorithm: string, file: string) => {
      const data = `<EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${file}"/></CipherData></EncryptedData>`
      const content = `<encryption>${data}</encryption>`
      return (await facts("p.epub", madeEpub({ files: [{ name: "META-INF/encryption.xml", content }] })))
        .isProtected
    }
    const cipher = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"
    expect(await isProtected("http://www.idpf.org/2008/embedding", "OEBPS/a.otf")).toBe(false)
    expect(await isProtected(cipher, "OEBPS/a.xhtml")).toBe(true)
    expect(await isProtected(cipher, "OEBPS/fonts/a.ttf")).toBe(false)
  })

  it("reports why an EPUB cannot be read", async () => {
    expect(await refusal("x.epub", "no archive")).toMatchObject({
      code: "not-a-book",
      reason: "This is not a ZIP archive."
    })
    expect(await refusal("x.epub", madeComic([{ name: "1.jpg" }]))).toMatchObject({
      reason: "This archive is not an EPUB file."
    })
    const whole = madeEpub({})
    expect(await refusal("x.epub", whole.subarray(0, whole.length - 40))).toMatchObject({ code: "damaged" })
    expect(await refusal("x.epub", madeEpub({ metadata: "</oops>" }))).toMatchObject({ code: "damaged" })
    const sealed = { name: "OEBPS/a.xhtml", content: "x", flags: 1 }
    const text = (name: string) => ({ manifest: `<item id="a" href="${name}"/>`, files: [sealed] })
    const rest = '<spine><itemref idref="a"/></spine>'
    const locked = folder.book("locked.epub", madeEpub({ ...text("a.xhtml"), rest }))
    expect(await Effect.runPromise(Effect.flip(bookResource(locked, "OEBPS/a.xhtml")))).toMatchObject({
      code: "encrypted"
    })
    const bomb = { name: "OEBPS/b.xhtml", content: "", packed: deflateRawSync(Buffer.alloc(32 * 2 ** 20)) }
    expect(await refusal("x.epub", madeEpub({ files: [{ ...bomb, size: 32 * 2 ** 20 }] }))).toMatchObject({
      code: "too-large"
    })
    const climbing = madeEpub({ ...text("../../../etc/passwd"), rest })
    expect(await Effect.runPromise(bookSpine(folder.book("up.epub", climbing)))).toEqual([
      { href: "etc/passwd", type: "application/xhtml+xml", share: 0, side: null }
    ])
    expect(await refusal("x.epub", madeEpub({ rest: `<!DOCTYPE x [<!ENTITY a "b">]>` }))).toMatchObject({
      code: "damaged"
    })
  })
})

describe("comics", () => {
  const pages = ["p10.png", "p2.png", "__MACOSX/._p1.png", "extra/p1.png", "notes.txt"].map((name) => ({
    name,
    content: name
  }))

  it("returns the pages of a comic in reading order", async () => {
    const book = folder.book("Saga 003 (2012).cbz", madeComic(pages))
    expect(await Effect.runPromise(readBook(book))).toMatchObject({
      format: "comic",
      pages: 3,
      title: null,
      series: { name: "Saga", number: 3 }
    })
    const read = await Promise.all([0, 1, 2].map((page) => Effect.runPromise(bookPage(book, page))))
    expect(read.map(String)).toEqual(["p2.png", "p10.png", "extra/p1.png"])
    expect(await Effect.runPromise(Effect.flip(bookPage(book, 3)))).toMatchObject({ code: "unknown" })
    expect(String(await Effect.runPromise(bookCover(book)))).toBe("p2.png")
  })

  it("moves a credits page from the start of a comic to the end", async () => {
    const read = async (...names: ReadonlyArray<string>) => {
      const book = folder.book("c.cbz", madeComic(names.map((name) => ({ name, content: name }))))
      const order = await Promise.all(names.map((_, page) => Effect.runPromise(bookPage(book, page))))
      return { order: order.map(String), cover: String(await Effect.runPromise(bookCover(book))) }
    }
    expect(await read("00 credits.png", "10/1.png", "10/2.png")).toEqual({
      order: ["10/1.png", "10/2.png", "00 credits.png"],
      cover: "10/1.png"
    })
    // Credits in the same folder as other pages keep their position.
    expect(await read("1.png", "2.png", "000-recruitment.png")).toEqual({
      order: ["000-recruitment.png", "1.png", "2.png"],
      cover: "1.png"
    })
    for (const only of [["credits.png"], ["cover.png", "10/1.png"], ["Zzyzx.png", "blazz.png"]])
      expect((await read(...only)).order.toSorted()).toEqual(only.toSorted())
    expect((await read("00 cover.png", "10/1.png")).cover).toBe("00 cover.png")
  })

  it("accepts pages in less common image formats", async () => {
    const mixed = ["3.HEIC", "1.jpg", "2.jxl", "10.webp"].map((name) => ({ name, content: name }))
    const book = folder.book("mixed.cbz", madeComic(mixed))
    expect(await Effect.runPromise(readBook(book))).toMatchObject({ pages: 4 })
    expect(String(await Effect.runPromise(bookPage(book, 1)))).toBe("2.jxl")
  })

  it("reads ComicInfo metadata", async () => {
    const info = `<Title>Chapter One</Title><Series>Monster</Series><Number>1</Number><Summary>A doctor.</Summary>
      <Year>1994</Year><Month>12</Month><Day>5</Day><Writer>Naoki Urasawa</Writer><Penciller>Naoki Urasawa, N. N.</Penciller>
      <Publisher>Big Comic</Publisher><LanguageISO>ja</LanguageISO><Manga>YesAndRightToLeft</Manga>
      <Pages><Page Image="0" Type="InnerCover"/><Page Image="1" Type="FrontCover"/></Pages>`
    const book = folder.book("Other #9.cbz", madeComic(pages, info))
    expect(await Effect.runPromise(readBook(book))).toEqual({
      format: "comic",
      title: "Chapter One",
      authors: [
        { name: "Naoki Urasawa", role: "author" },
        { name: "Naoki Urasawa", role: "artist" },
        { name: "N. N.", role: "artist" }
      ],
      series: { name: "Monster", number: 1 },
      language: "ja",
      publisher: "Big Comic",
      description: "A doctor.",
      date: "1994-12-05",
      pages: 3,
      isRightToLeft: true,
      isProtected: false
    })
    expect(String(await Effect.runPromise(bookCover(book)))).toBe("p10.png")
  })

  it("uses the volume as the series number if no number is given", async () => {
    const numbered = (info: string) => facts("v.cbz", madeComic(pages, `<Series>Monster</Series>${info}`))
    expect(await numbered("<Volume>2</Volume>")).toMatchObject({ series: { name: "Monster", number: 2 } })
    expect(await numbered("<Volume>2012</Volume>")).toMatchObject({ series: { number: null } })
    expect(await numbered("<Number>7</Number><Volume>2</Volume>")).toMatchObject({ series: { number: 7 } })
  })

  it("reads a comic even if its metadata is invalid", async () => {
    expect(await facts("a.cbz", madeComic(pages, "<Title>"))).toMatchObject({ pages: 3, title: null })
  })

  it("reports why a comic cannot be read", async () => {
    expect(await refusal("x.cbz", madeComic([{ name: "a.txt" }]))).toMatchObject({ code: "empty" })
    expect(await refusal("x.cbz", madeComic([{ name: "1.png", content: "x", flags: 1 }]))).toMatchObject({
      code: "encrypted"
    })
  })
})

describe("other books", () => {
  it("recognizes a book's format by its first bytes instead of its extension", async () => {
    expect(await facts("rar.cbz", "Rar!\u001a\u0007")).toMatchObject({ format: "other", pages: null })
    expect(await facts("a.pdf", "%PDF-1.7")).toMatchObject({ format: "pdf" })
    expect(await facts("a.mobi", "BOOKMOBI")).toMatchObject({ format: "other" })
    expect(await refusal("a.pdf", "GIF89a")).toMatchObject({ code: "not-a-book" })
  })

  it("reports a file that cannot be opened", async () => {
    const gone = { ...folder.book("gone.cbz", ""), path: "/nowhere/gone.cbz" }
    expect(await Effect.runPromise(Effect.flip(readBook(gone)))).toMatchObject({ _tag: "FileUnopenable" })
  })
})
