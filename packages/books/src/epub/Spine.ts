import type { Archive } from "@media/archives/OpenArchive"
import { attributeOf, type XmlElement } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { type Package, packageOf } from "./Package.ts"
import { manifestOf, spineLines } from "./PackageFile.ts"

/** A line of the spine: a document of an EPUB. */
export interface SpineItem {
  /** Its name in the archive: `OEBPS/chapter-1.xhtml`. */
  readonly href: string
  readonly type: string
  /**
   * How much of the book it is, by its size; all together are 1. 0 of what is not read in order: notes, a document that came
   * before, one that is not there.
   */
  readonly share: number
  /** Where its page belongs in a spread of two; `center`: alone. Null where the book does not say. */
  readonly side: PageSide | null
}
export type PageSide = "left" | "right" | "center"

/** EPUB 3 has them with and without their prefix; a page without a spread is alone in one. */
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

/** Types that the reader shows; a book may name others, each with something to show in its place. */
const SHOWN =
  /^(?:application\/(?:xhtml\+xml|xml|x-dtbook\+xml)|text\/(?:html|xml|x-oeb1-document)|image\/svg\+xml)$/i
const MOST_FALLBACKS = 10

/** The item, or the first of its fallbacks that can be shown; the item itself where none can. */
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

/** The documents in reading order, each line of the spine one: reading apps count by it. */
export const spineOf = (archive: Archive, { key, root }: Package): ReadonlyArray<SpineItem> => {
  const items = new Map(manifestOf(root).map((item) => [attributeOf(item, "id") ?? "", item]))
  const given = spineLines(root).slice(0, MOST_ITEMS)
  const isAside = (line: XmlElement) => attributeOf(line, "linear") === "no"
  // Some books say so of all of them.
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
  /** From 0. */
  readonly index: number
  readonly item: SpineItem
  /** How far into the document, 0 to 1. */
  readonly progression: number
}

/** The document before whose end so much of the book lies. Undefined for a book without documents. */
export const placeInSpine = (spine: ReadonlyArray<SpineItem>, fraction: number): InSpine | undefined => {
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

/** How much of the book is read where a reader stands in a document; undefined for a document that it has not. */
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
