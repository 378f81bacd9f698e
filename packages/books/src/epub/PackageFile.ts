import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import type { AuthorRole, BookAuthor, BookFacts, BookSeries } from "../BookFacts.ts"
import { calendarDate, languageTag, line, paragraphs, seriesNumber } from "../Texts.ts"

/** Maximum number of authors. Anthologies list hundreds of authors, but a catalog needs only a few. */
const MOST_AUTHORS = 50

/**
 * Author roles keyed by MARC relator code. People with other roles are omitted. A creator without a role is an author.
 */
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

/**
 * Reads the metadata in a package document. Supports both notations:
 * - EPUB 2: attributes, and `<meta>` with `name` and `content`
 * - EPUB 3: `<meta>` with `property` and `refines`
 */
class Metadata {
  private readonly element: XmlElement
  private readonly metas: ReadonlyArray<Meta>

  constructor(root: XmlElement) {
    const outer = childOf(root, "metadata") ?? root
    // In EPUB 1 (OEB), the elements are one level deeper.
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

  /** Returns a property that EPUB 3 metadata adds to an element. */
  refined(element: XmlElement, property: string): string | undefined {
    const id = attributeOf(element, "id")
    return id === undefined
      ? undefined
      : this.metas.find((meta) => meta.refines === id && meta.property === property)?.text
  }

  /** Returns an EPUB 3 property of the book, or of the element whose id is `refines`. */
  property(property: string, refines = ""): string | undefined {
    return this.metas.find((meta) => meta.property === property && meta.refines === refines)?.text
  }
}

/** Returns the content of `<meta name="..." content="..."/>`, the form of EPUB 2. */
export const named = (root: XmlElement, name: string): string | undefined => {
  const metas = childrenOf(childOf(root, "metadata") ?? root, "meta")
  const found = metas.find((meta) => attributeOf(meta, "name") === name)
  return found === undefined ? undefined : attributeOf(found, "content")
}

/** Returns the `<item>` elements of the manifest, one for each file of the book. */
export const manifestOf = (root: XmlElement): ReadonlyArray<XmlElement> => {
  const manifest = childOf(root, "manifest")
  return manifest === undefined ? [] : childrenOf(manifest, "item")
}

/**
 * Returns the `<itemref>` elements of the spine in reading order. Each refers to an item of `manifestOf` by `idref`.
 */
export const spineLines = (root: XmlElement): ReadonlyArray<XmlElement> => {
  const spine = childOf(root, "spine")
  return spine === undefined ? [] : childrenOf(spine, "itemref")
}

export const isRightToLeftIn = (root: XmlElement): boolean => {
  const spine = childOf(root, "spine")
  return spine !== undefined && attributeOf(spine, "page-progression-direction") === "rtl"
}

/** Returns the identifiers of the book. The unique identifier comes first. */
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
      // A contributor without a role is usually the program that created the file. It is treated as a book producer
      // (`bkp`), which is not an author role, so it is omitted.
      const role = ROLES[(given ?? (element.name === "creator" ? "" : "bkp")).toLowerCase()]
      const name = line(textOf(element))
      const key = `${role} ${name?.toLowerCase()}`
      if (role === undefined || name === null || seen.has(key)) return []
      seen.add(key)
      return [{ name, role }]
    })
    .slice(0, MOST_AUTHORS)
}

/**
 * Returns the series of a book: an EPUB 3 collection of the type `series` or of no type, or else the series that
 * calibre wrote.
 */
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

/** Returns the date that is marked as the publication date, or else the first date. */
const dateOf = (metadata: Metadata): string | null => {
  const dates = metadata.all("date")
  const published = dates.find((date) => attributeOf(date, "event") === "publication") ?? dates[0]
  const date = calendarDate(published === undefined ? undefined : textOf(published))
  // A year that begins with 0 means that the program did not know the date.
  return date === null || date.startsWith("0") ? null : date
}

/** Reads the metadata in an OPF package document. */
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

/** Returns the URLs of possible covers, most likely first. A cover may be an image, or a page that contains one. */
export const coverReferences = (root: XmlElement): ReadonlyArray<string> => {
  const items = manifestOf(root)
  const guide = childOf(root, "guide")
  const coverId = named(root, "cover")
  const candidates = [
    items.find((item) => (attributeOf(item, "properties") ?? "").split(/\s+/).includes("cover-image")),
    items.find((item) => attributeOf(item, "id") === coverId),
    // Some books refer to the file name instead of the id.
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
