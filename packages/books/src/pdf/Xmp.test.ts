import { expect, it } from "vitest"
import { xmpFacts } from "./Xmp.ts"

const xmp = (inner: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>x</pdf:Producer></rdf:Description>
    ${inner}</rdf:RDF></x:xmpmeta>`
const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'

it("reads metadata in the form that common programs write into PDFs", () => {
  const list = (name: string, kind: string, ...items: ReadonlyArray<string>) =>
    `<dc:${name}><rdf:${kind}>${items.map((item) => `<rdf:li xml:lang="x-default">${item}</rdf:li>`).join("")}</rdf:${kind}></dc:${name}>`
  expect(
    xmpFacts(
      xmp(`<rdf:Description rdf:about="" ${dc}>${list("title", "Alt", "Notes \u202eon the engine")}
        ${list("creator", "Seq", "Ada Lovelace", "Charles Babbage")}${list("publisher", "Bag", "Taylor")}
        ${list("language", "Bag", "x", "en-GB")}${list("date", "Seq", "1843-08-01T00:00:00Z")}
        ${list("description", "Alt", "A sketch.")}</rdf:Description>
        <rdf:Description rdf:about="" xmlns:calibre="http://calibre-ebook.com/xmp-namespace"
          xmlns:calibreSI="http://calibre-ebook.com/xmp-namespace-series-index"><calibre:series rdf:parseType="Resource">
          <rdf:value>Memoirs</rdf:value><calibreSI:series_index>3.00</calibreSI:series_index></calibre:series></rdf:Description>`)
    )
  ).toEqual({
    title: "Notes on the engine",
    authors: [
      { name: "Ada Lovelace", role: "author" },
      { name: "Charles Babbage", role: "author" }
    ],
    series: { name: "Memoirs", number: 3 },
    language: "en-GB",
    publisher: "Taylor",
    description: "A sketch.",
    date: "1843-08-01"
  })
})

it("reads metadata in attributes instead of elements", () => {
  expect(xmpFacts(xmp(`<rdf:Description ${dc} dc:title="Short" dc:creator="A; B"/>`))).toMatchObject({
    title: "Short",
    authors: [{ name: "A" }, { name: "B" }]
  })
  expect(xmpFacts(xmp(""))).toMatchObject({ title: null, authors: [], series: null })
  expect(xmpFacts("<x:xmpmeta")).toBeNull()
})
