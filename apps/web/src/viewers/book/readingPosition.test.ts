import { expect, it } from "vitest"
import {
  addressOfLink,
  documentNamed,
  documentOf,
  entryAt,
  fractionAt,
  fragmentOf,
  pageAt,
  positionAt,
  positionOf
} from "./readingPosition"

const documents = [
  { href: "a.xhtml", share: 0.1, side: null },
  { href: "b.xhtml", share: 0.6, side: null },
  { href: "c.xhtml", share: 0.3, side: null }
]

it("converts between positions and fractions of a book", () => {
  expect(fractionAt(documents, { document: 1, progression: 0.5 })).toBeCloseTo(0.4)
  expect(positionAt(documents, 0.4)).toEqual({ document: 1, progression: expect.closeTo(0.5) })
  expect(positionAt(documents, 0)).toEqual({ document: 0, progression: 0 })
  expect(positionAt(documents, 1)).toEqual({ document: 2, progression: 1 })
  expect(positionAt([], 0.5)).toEqual({ document: 0, progression: 0 })
  for (const fraction of [0.05, 0.1, 0.3, 0.71, 0.99])
    expect(fractionAt(documents, positionAt(documents, fraction))).toBeCloseTo(fraction)
})

it("falls back to the stored fraction if the stored document no longer exists", () => {
  const locator = { href: "c.xhtml", progression: 0.25 }
  expect(positionOf(documents, { fraction: 0.2, locator })).toEqual({ document: 2, progression: 0.25 })
  expect(positionOf(documents, { fraction: 0.4, locator: { href: "gone" } }).document).toBe(1)
  expect(positionOf(documents, { fraction: 1, locator })).toEqual({ document: 0, progression: 0 })
})

it("finds the chapter of a document even if no chapter starts in the document", () => {
  const entry = (title: string, href: string) => ({ title, href, fragment: "", depth: 0 })
  const entries = [entry("One", "a.xhtml"), entry("Two", "b.xhtml"), entry("Two and a half", "b.xhtml")]
  const outline = { documents, entries, isRightToLeft: false, isFixedLayout: false, hasSpreads: false }
  expect([0, 1, 2].map((document) => entryAt(outline, document)?.title)).toEqual([
    "One",
    "Two",
    "Two and a half"
  ])
  expect(entryAt({ ...outline, entries: [] }, 1)).toBeUndefined()
})

it("converts a fraction of a document to a page", () => {
  expect([0, 0.24, 0.25, 0.5, 1].map((share) => pageAt(share, 4))).toEqual([0, 1, 1, 2, 3])
  for (const pages of [1, 3, 7, 120])
    for (let page = 0; page < pages; page += 1) expect(pageAt(page / pages, pages)).toBe(page)
})

it("finds the document that a frame shows by the frame's URL", () => {
  expect(documentOf("/x/api/books/1/resource/OEBPS/a%20b.xhtml", "/x/api/books/1/resource/")).toBe(
    "OEBPS/a b.xhtml"
  )
  expect(documentOf("/login", "/x/api/books/1/resource/")).toBeUndefined()
})

it("finds a document whose name is spelled differently in a link", () => {
  const of = (...hrefs: ReadonlyArray<string>) => hrefs.map((href) => ({ href, share: 0.5, side: null }))
  const packed = of("Text/Caf\u00e9.xhtml", "a\uff0520b.xhtml", "A.xhtml", "a.xhtml")
  const names = ["text/cafe\u0301.XHTML", "a b.xhtml", "a.xhtml", "b.xhtml"]
  expect(names.map((name) => documentNamed(packed, name))).toEqual([0, 1, 3, -1])
})

it("reads the target of a link, even an XLink in SVG", () => {
  const base = "http://test/book/a.svg"
  const link = document.createElementNS("http://www.w3.org/2000/svg", "a")
  expect(addressOfLink(link, base)).toBeUndefined()
  link.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", "b.xhtml#one")
  expect(addressOfLink(link, base)).toBe("http://test/book/b.xhtml#one")
  link.setAttribute("href", "http://[")
  expect(addressOfLink(link, base)).toBeUndefined()
})

it("returns the fragment of a URL even if its percent-encoding is invalid", () => {
  expect(["", "#a%20b", "#%", "#100%-x"].map(fragmentOf)).toEqual(["", "a b", "%", "100%-x"])
})
