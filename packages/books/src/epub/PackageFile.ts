import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import type { AuthorRole, BookAuthor, BookFacts, BookSeries } from "../BookFacts.ts"
import { calendarDate, languageTag, line, paragraphs, seriesNumber } from "../Texts.ts"

/** Enough for a catalog; anthologies name hundreds. */
const MOST_AUTHORS = 50

/** MARC relators; people with another role are not listed. */
const ROLES: Readonly<Record<string, AuthorRole>> = {
  "": "author",
  aut: "author",
  cre: "author",
  ill: "artist",
  art: "artist",
  trl: "translator",
  edt: "editor"
}

interface Meta {
  readonly property: string
  readonly refines: string
  readonly text: string
}

/** The metadata of a package file in the forms of EPUB 2 (attributes, `name` and `content`) and EPUB 3 (`refines`). */
class Metadata {
  private readonly element: XmlElement
  private readonly metas: ReadonlyArray<Meta>

  constructor(root: XmlElement) {
    const outer = childOf(root, "metadata") ?? root
    // EPUB 1 put them one level deeper.
    this.element = childOf(outer, "dc-metadata") ?? outer
    this.metas = childrenOf(outer, "meta").map((meta) => ({
      property: attributeOf(meta, "property") ?? "",
      refines: (attributeOf(meta, "refines") ?? "").replace(/^#/, ""),
      text: textOf(meta)
    }))
  }

  all(name: string): ReadonlyArray<XmlElement> {
    return childrenOf(this.element, name)
  }

  text(name: string): string | undefined {
    return this.all(name)
      .map(textOf)
      .find((text) => text !== "")
  }

  /** EPUB 3 metadata about one element. */
  refined(element: XmlElement, property: string): string | undefined {
    const id = attributeOf(element, "id")
    return id === undefined
      ? undefined
      : this.metas.find((meta) => meta.refines === id && meta.property === property)?.text
  }

  /** EPUB 3, about the book or the element that `refines` names. */
  property(property: string, refines = ""): string | undefined {
    return this.metas.find((meta) => meta.property === property && meta.refines === refines)?.text
  }
}

/** EPUB 2: `<meta name="..." content="..."/>`. */
export const named = (root: XmlElement, name: string): string | undefined => {
  const metas = childrenOf(childOf(root, "metadata") ?? root, "meta")
  const found = metas.find((meta) => attributeOf(meta, "name") === name)
  return found === undefined ? undefined : attributeOf(found, "content")
}

/** The files of the book, as listed in its package document. */
export const manifestOf = (root: XmlElement): ReadonlyArray<XmlElement> => {
  const manifest = childOf(root, "manifest")
  return manifest === undefined ? [] : childrenOf(manifest, "item")
}

/** The reading order: references to `manifestOf` by `idref`. */
export const spineLines = (root: XmlElement): ReadonlyArray<XmlElement> => {
  const spine = childOf(root, "spine")
  return spine === undefined ? [] : childrenOf(spine, "itemref")
}

export const isRightToLeftIn = (root: XmlElement): boolean => {
  const spine = childOf(root, "spine")
  return spine !== undefined && attributeOf(spine, "page-progression-direction") === "rtl"
}

/** The identifiers of the book, its unique one first. */
export const identifiersOf = (root: XmlElement): ReadonlyArray<string> => {
  const own = attributeOf(root, "unique-identifier")
  const all = new Metadata(root).all("identifier")
  return [...all.filter((one) => attributeOf(one, "id") === own), ...all].map(textOf)
}

const titleOf = (metadata: Metadata): string | null => {
  const titles = metadata.all("title")
  const main = titles.find((title) => metadata.refined(title, "title-type") === "main")
  return line(main === undefined ? metadata.text("title") : textOf(main))
}

const authorsOf = (metadata: Metadata): ReadonlyArray<BookAuthor> => {
  const seen = new Set<string>()
  return [...metadata.all("creator"), ...metadata.all("contributor")]
    .flatMap((element): ReadonlyArray<BookAuthor> => {
      const given = attributeOf(element, "role") ?? metadata.refined(element, "role")
      // A contributor without a role is the program that made the file.
      const role = ROLES[(given ?? (element.name === "creator" ? "" : "bkp")).toLowerCase()]
      const name = line(textOf(element))
      const key = `${role} ${name?.toLowerCase()}`
      if (role === undefined || name === null || seen.has(key)) return []
      seen.add(key)
      return [{ name, role }]
    })
    .slice(0, MOST_AUTHORS)
}

/** From a collection that is not a mere set; calibre's own metadata if a book has none of EPUB's. */
const seriesOf = (root: XmlElement, metadata: Metadata): BookSeries | null => {
  const collections = childrenOf(childOf(root, "metadata") ?? root, "meta").filter(
    (meta) => attributeOf(meta, "property") === "belongs-to-collection"
  )
  const collection =
    collections.find((meta) => metadata.refined(meta, "collection-type") === "series") ??
    collections.find((meta) => metadata.refined(meta, "collection-type") === undefined)
  if (collection !== undefined) {
    const name = line(textOf(collection))
    const number = seriesNumber(metadata.refined(collection, "group-position"))
    if (name !== null) return { name, number }
  }
  const name = line(named(root, "calibre:series") ?? metadata.property("calibre:series"))
  const number = seriesNumber(
    named(root, "calibre:series_index") ?? metadata.property("calibre:series_index")
  )
  return name === null ? null : { name, number }
}

/** The publication date, if several dates are distinguished. */
const dateOf = (metadata: Metadata): string | null => {
  const dates = metadata.all("date")
  const published = dates.find((date) => attributeOf(date, "event") === "publication") ?? dates[0]
  const date = calendarDate(published === undefined ? undefined : textOf(published))
  // Written by programs that know no date.
  return date === null || date.startsWith("0") ? null : date
}

/** The metadata in an OPF package document. */
export const packageFacts = (root: XmlElement): Omit<BookFacts, "format" | "pages" | "isProtected"> => {
  const metadata = new Metadata(root)
  return {
    title: titleOf(metadata),
    authors: authorsOf(metadata),
    series: seriesOf(root, metadata),
    language: languageTag(metadata.text("language")),
    publisher: line(metadata.text("publisher")),
    description: paragraphs(metadata.text("description")),
    date: dateOf(metadata),
    isRightToLeft: isRightToLeftIn(root)
  }
}

const isImage = (item: XmlElement): boolean => /^image\//.test(attributeOf(item, "media-type") ?? "")

/** References to possible covers, the most certain first: a picture, or a page that shows one. */
export const coverReferences = (root: XmlElement): ReadonlyArray<string> => {
  const items = manifestOf(root)
  const guide = childOf(root, "guide")
  const coverId = named(root, "cover")
  const candidates = [
    items.find((item) => (attributeOf(item, "properties") ?? "").split(/\s+/).includes("cover-image")),
    items.find((item) => attributeOf(item, "id") === coverId),
    // Some name the file itself.
    items.find((item) => attributeOf(item, "href") === coverId),
    items.find((item) => isImage(item) && /cover/i.test(attributeOf(item, "id") ?? "")),
    items.find((item) => isImage(item) && /cover[^/]*$/i.test(attributeOf(item, "href") ?? "")),
    ...(guide === undefined
      ? []
      : childrenOf(guide, "reference").filter((each) => /cover/i.test(attributeOf(each, "type") ?? "")))
  ]
  const references = candidates.flatMap((element) => {
    const href = element === undefined ? undefined : attributeOf(element, "href")
    return href === undefined || href === "" ? [] : [href]
  })
  return [...new Set(references)]
}
