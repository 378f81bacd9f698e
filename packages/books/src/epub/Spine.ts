import type { Archive } from "@media/archives/OpenArchive"
import { attributeOf, childOf, childrenOf } from "@media/xml/XmlElement"
import * as Effect from "effect/Effect"
import { entryNamed, keyFrom } from "../ArchiveKeys.ts"
import { packageOf } from "./ReadEpub.ts"

/** A document of an EPUB. */
export interface SpineItem {
  /** Its name in the archive: `OEBPS/chapter-1.xhtml`. */
  readonly href: string
  readonly type: string
  /** Bytes, unpacked; 0 of one that is not there. */
  readonly size: number
}

/** The longest books have some thousand. */
const MOST_ITEMS = 20_000

/** The documents in reading order, each line of the spine one: readers count by it. */
export const epubSpine = (archive: Archive) =>
  Effect.map(packageOf(archive), ({ key, root }): ReadonlyArray<SpineItem> => {
    const [manifest, spine] = [childOf(root, "manifest"), childOf(root, "spine")]
    if (manifest === undefined || spine === undefined) return []
    const items = new Map(
      childrenOf(manifest, "item").map((item) => [attributeOf(item, "id") ?? "", item] as const)
    )
    return childrenOf(spine, "itemref")
      .slice(0, MOST_ITEMS)
      .map((reference): SpineItem => {
        const item = items.get(attributeOf(reference, "idref") ?? "")
        const href = keyFrom(key, (item === undefined ? undefined : attributeOf(item, "href")) ?? "")
        const entry = entryNamed(archive, href)
        return {
          href: entry?.key ?? href,
          type: (item === undefined ? undefined : attributeOf(item, "media-type")) ?? "application/xhtml+xml",
          size: entry?.size ?? 0
        }
      })
  })

export interface InSpine {
  /** From 0. */
  readonly index: number
  readonly item: SpineItem
  /** How far into the document, 0 to 1. */
  readonly progression: number
}

const totalOf = (spine: ReadonlyArray<SpineItem>): number =>
  spine.reduce((sum, { size }) => sum + Math.max(1, size), 0)

/** The document in which so much of the book is read, by their sizes. Undefined for a book without documents. */
export const placeInSpine = (spine: ReadonlyArray<SpineItem>, fraction: number): InSpine | undefined => {
  let rest = Math.min(1, Math.max(0, fraction)) * totalOf(spine)
  for (const [index, item] of spine.entries()) {
    const size = Math.max(1, item.size)
    if (rest < size || index === spine.length - 1)
      return { index, item, progression: Math.min(1, rest / size) }
    rest -= size
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
  const before = totalOf(spine.slice(0, index))
  return (before + Math.max(1, spine[index]?.size ?? 0) * progression) / totalOf(spine)
}
