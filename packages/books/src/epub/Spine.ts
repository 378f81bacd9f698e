import type { Archive } from "@media/archives/OpenArchive"
import { attributeOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { type Package, packageOf } from "./Package.ts"
import { manifestOf, spineLines } from "./PackageFile.ts"

/** An entry of the spine: a document of an EPUB. */
export interface SpineItem {
  /** Its name in the archive: `OEBPS/chapter-1.xhtml`. */
  readonly href: string
  readonly type: string
  /**
   * Its share of the book by size; all together are 1. 0 for documents outside of the reading order: notes, repeated
   * and missing documents.
   */
  readonly share: number
  /** The side of its page in a two-page spread; `center`: alone. Null if the book does not state it. */
  readonly side: PageSide | null
}
export type PageSide = "left" | "right" | "center"

/** EPUB 3 uses them with and without prefix; a page without a spread is shown alone. */
const sideOf = (line: XmlElement): PageSide | null => {
  const properties = (attributeOf(line, "properties") ?? "")
    .split(/\s+/)
    .map((name) => name.replace(/^rendition:/, ""))
  if (properties.includes("page-spread-center") || properties.includes("spread-none")) return "center"
  if (properties.includes("page-spread-left")) return "left"
  return properties.includes("page-spread-right") ? "right" : null
}

/** The longest books have some thousand. */
const MOST_ITEMS = 5_000

/** Types that the reader shows; other types need a fallback in the book. */
const SHOWN =
  /^(?:application\/(?:xhtml\+xml|xml|x-dtbook\+xml)|text\/(?:html|xml|x-oeb1-document)|image\/svg\+xml)$/i
const MOST_FALLBACKS = 10

/** The item, or the first displayable one of its fallbacks; otherwise the item itself. */
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

/** The documents in reading order, one per entry of the spine, because reading apps count that way. */
export const spineOf = (archive: Archive, { key, root }: Package): ReadonlyArray<SpineItem> => {
  const items = new Map(manifestOf(root).map((item) => [attributeOf(item, "id") ?? "", item]))
  const given = spineLines(root).slice(0, MOST_ITEMS)
  const isAside = (line: XmlElement) => attributeOf(line, "linear") === "no"
  // Some books mark all of them.
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
  /** Starts at 0. */
  readonly index: number
  readonly item: SpineItem
  /** Position in the document, 0 to 1. */
  readonly progression: number
}

/** The document that contains this share of the book. Undefined for a book without documents. */
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

/** The share of the book before a position in a document; undefined for a document that it does not have. */
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
