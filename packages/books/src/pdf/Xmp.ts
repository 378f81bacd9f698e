import { readXml } from "@media/xml/ReadXml"
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import * as Either from "effect/Either"
import type { BookFacts, BookSeries } from "../BookFacts.ts"
import { calendarDate, languageTag, line, namesIn, paragraphs, seriesNumber } from "../Texts.ts"

const DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
const CALIBRE = "http://calibre-ebook.com/xmp-namespace"
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

type XmpFacts = Pick<
  BookFacts,
  "title" | "authors" | "series" | "language" | "publisher" | "description" | "date"
>

/** Returns the `rdf:Description` elements of the XMP. Programs often write one for each vocabulary. */
const descriptionsOf = (root: XmlElement): ReadonlyArray<XmlElement> => {
  const rdf = root.name === "RDF" ? root : childOf(root, "RDF", RDF)
  return rdf === undefined ? [] : childrenOf(rdf, "Description", RDF)
}

/**
 * Returns the values of a property: the items of its list (`rdf:Alt`, `rdf:Seq` or `rdf:Bag`), or its text if it has no
 * list.
 */
const valuesOf = (property: XmlElement): ReadonlyArray<string> => {
  const lists = ["Alt", "Seq", "Bag"].flatMap((name) => childrenOf(property, name, RDF))
  return lists.length === 0
    ? [textOf(property)]
    : lists.flatMap((list) => childrenOf(list, "li", RDF).map(textOf))
}

const seriesOf = (descriptions: ReadonlyArray<XmlElement>): BookSeries | null => {
  const series = descriptions.flatMap((one) => childrenOf(one, "series", CALIBRE))[0]
  const name = series === undefined ? null : line(textOf(childOf(series, "value", RDF) ?? series))
  const number = series === undefined ? undefined : childOf(series, "series_index")
  return name === null
    ? null
    : { name, number: seriesNumber(number === undefined ? undefined : textOf(number)) }
}

/**
 * Reads the Dublin Core metadata and calibre's series from the XMP of a PDF. Returns null if the text is not valid XML.
 */
export const xmpFacts = (text: string): XmpFacts | null => {
  const root = Either.getOrUndefined(readXml(Buffer.from(text)))
  if (root === undefined) return null
  const descriptions = descriptionsOf(root)
  const all = (name: string): ReadonlyArray<string> =>
    descriptions
      .flatMap((one) => [
        ...childrenOf(one, name, DUBLIN_CORE).flatMap(valuesOf),
        attributeOf(one, name, DUBLIN_CORE) ?? ""
      ])
      .filter((value) => value !== "")
  const [language] = all("language").flatMap((tag) => languageTag(tag) ?? [])
  return {
    title: line(all("title")[0]),
    authors: namesIn(all("creator").join(";")).map((name) => ({ name, role: "author" as const })),
    series: seriesOf(descriptions),
    language: language ?? null,
    publisher: line(all("publisher")[0]),
    description: paragraphs(all("description")[0]),
    date: calendarDate(all("date")[0])
  }
}
