import type { Archive } from "@media/archives/OpenArchive"
import { attributeOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { type Package, packageOf } from "./Package.ts"
import { manifestOf, spineLines } from "./PackageFile.ts"

/** An entry of the spine, the reading order of an EPUB. It refers to a document. */
export interface SpineItem {
  /** The name of the document in the archive, such as `OEBPS/chapter-1.xhtml`. */
  readonly href: string
  readonly type: string
  /**
   * The size of the document as a fraction of the whole book, so all shares add up to 1. It is 0 for documents outside
   * the linear reading order, such as notes, and for repeated and missing documents.
   */
  readonly share: number
  /**
   * The side of the document's page in a two-page spread, or `center` if the page is displayed alone. Null if the book
   * does not state it.
   */
  readonly side: PageSide | null
}
export type PageSide = "left" | "right" | "center"

/**
 * Reads the side of a page from the `properties` attribute, whose values may have the prefix `rendition:` in EPUB 3.
 * `spread-none` also means that the page is displayed alone.
 */
const sideOf = (line: XmlElement): PageSide | null => {
  const properties = (attributeOf(line, "properties") ?? "")
    .split(/\s+/)
    .map((name) => name.replace(/^rendition:/, ""))
  if (properties.includes("page-spread-center") || properties.includes("spread-none")) return "center"
  if (properties.includes("page-spread-left")) return "left"
  return properties.includes("page-spread-right") ? "right" : null
}

/** Maximum number of entries in the spine. The longest books have a few thousand. */
const MOST_ITEMS = 5_000

/** Matches the media types that the web reader can display. For other types, a book must provide a fallback. */
const SHOWN =
  /^(?:application\/(?:xhtml\+xml|xml|x-dtbook\+xml)|text\/(?:html|xml|x-oeb1-document)|image\/svg\+xml)$/i
const MOST_FALLBACKS = 10

/**
 * Returns the item or the first of its fallbacks that the web reader can display. Returns the item itself if it can
 * display none of them.
 */
const shownItem = (
  items: ReadonlyMap<string, XmlElement>,
  named: XmlElement | undefined
): XmlElement | undefined => {
  let item = named
  for (let step = 0; item !== undefined && step < MOST_FALLBACKS; step++) {
    if (SHOWN.test((attributeOf(item, "media-type") ?? "application/xhtml+xml").trim())) return item
    item = items.get(attributeOf(item, "fallback") ?? "")
  }
  return named
}

/**
 * Returns one element for each entry of the spine, in reading order. Entries that are not read are included, because
 * reading apps refer to documents by their index in the spine.
 */
export const spineOf = (archive: Archive, { key, root }: Package): ReadonlyArray<SpineItem> => {
  const items = new Map(manifestOf(root).map((item) => [attributeOf(item, "id") ?? "", item]))
  const given = spineLines(root).slice(0, MOST_ITEMS)
  const isAside = (line: XmlElement) => attributeOf(line, "linear") === "no"
  // Some books mark all entries as outside the linear reading order. Ignore the marks in this case.
  const isAllAside = given.every(isAside)
  const seen = new Set<string>()
  const lines = given.map((line) => {
    const item = shownItem(items, items.get(attributeOf(line, "idref") ?? ""))
    const named = item === undefined ? undefined : attributeOf(item, "href")
    const href = named === undefined ? "" : keyFrom(key, named)
    const entry = named === undefined ? undefined : entryNamed(archive, href)
    const isRead = entry !== undefined && (isAllAside || !isAside(line)) && !seen.has(entry.key)
    if (isRead) seen.add(entry.key)
    return {
      href: entry?.key ?? href,
      type: (item === undefined ? undefined : attributeOf(item, "media-type")) ?? "application/xhtml+xml",
      size: isRead ? Math.max(1, entry.size) : 0,
      side: sideOf(line)
    }
  })
  const total = Math.max(
    1,
    lines.reduce((sum, { size }) => sum + size, 0)
  )
  return lines.map(({ size, ...line }) => ({ ...line, share: size / total }))
}

export const epubSpine = (archive: Archive) =>
  Effect.map(packageOf(archive), (found) => spineOf(archive, found))

interface InSpine {
  /** Index of the document in the spine, from 0. */
  readonly index: number
  readonly item: SpineItem
  /** Position within the document, from 0 to 1. */
  readonly progression: number
}

/**
 * Returns the document and the position within it at a fraction (0 to 1) of the book. Returns undefined if the book has
 * no documents.
 */
export const positionInSpine = (spine: ReadonlyArray<SpineItem>, fraction: number): InSpine | undefined => {
  const last = spine.findLastIndex(({ share }) => share > 0)
  let left = Math.min(1, Math.max(0, fraction))
  for (const [index, item] of spine.entries()) {
    if (item.share === 0) continue
    if (left < item.share || index === last)
      return { index, item, progression: Math.min(1, left / item.share) }
    left -= item.share
  }
  return undefined
}

/**
 * Converts a position within a document to a fraction (0 to 1) of the book. Returns undefined if the book does not
 * contain the document.
 */
export const fractionInSpine = (
  spine: ReadonlyArray<SpineItem>,
  href: string,
  progression: number
): number | undefined => {
  const index = spine.findIndex((item) => item.href === href)
  if (index < 0) return undefined
  const before = spine.slice(0, index).reduce((sum, { share }) => sum + share, 0)
  return Math.min(1, before + spine[index]!.share * progression)
}
