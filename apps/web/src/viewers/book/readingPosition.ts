import { alikeName } from "@media/kernel/AlikeName"
import type { BookOutline } from "@media/features/media/books/contract"

/** A position in an EPUB: a document, and the share of it before the position, 0 to 1. */
export interface ReadingPosition {
  readonly document: number
  readonly progression: number
}

type Documents = BookOutline["documents"]

const bounded = (share: number): number => Math.min(1, Math.max(0, share))

/** The share of the book before a position, 0 to 1. */
export const fractionAt = (documents: Documents, { document, progression }: ReadingPosition): number => {
  const before = documents.slice(0, document).reduce((sum, { share }) => sum + share, 0)
  return bounded(before + (documents[document]?.share ?? 0) * bounded(progression))
}

/** The position with this share of the book before it. */
export const positionAt = (documents: Documents, fraction: number): ReadingPosition => {
  let left = bounded(fraction)
  for (const [document, { share }] of documents.entries()) {
    if (left < share || document === documents.length - 1)
      return { document, progression: share > 0 ? bounded(left / share) : 0 }
    left -= share
  }
  return { document: 0, progression: 0 }
}

interface Known {
  readonly fraction: number
  readonly locator: { readonly href?: string | undefined; readonly progression?: number | undefined } | null
}

/** The start position of a reader: the document if known, otherwise the share. A finished book starts over. */
export const positionOf = (documents: Documents, { fraction, locator }: Known): ReadingPosition => {
  if (fraction >= 1) return { document: 0, progression: 0 }
  const document = documents.findIndex(({ href }) => href === locator?.href)
  return document < 0
    ? positionAt(documents, fraction)
    : { document, progression: bounded(locator?.progression ?? 0) }
}

/** The index of the document with this name, or with an equivalent spelling, as in links; -1 if there is none. */
export const documentNamed = (documents: Documents, href: string): number => {
  const index = documents.findIndex((one) => one.href === href)
  return index >= 0 ? index : documents.findIndex((one) => alikeName(one.href) === alikeName(href))
}

/** The last entry of the table of contents that starts before the end of a document; undefined before the first. */
export const entryAt = (
  outline: BookOutline,
  document: number
): BookOutline["entries"][number] | undefined => {
  const order = new Map(outline.documents.map(({ href }, index) => [href, index]))
  const before = outline.entries.filter(({ href }) => (order.get(href) ?? Infinity) <= document)
  const own = before.find(({ href }) => order.get(href) === document)
  return own ?? before.at(-1)
}

/** The page that contains this share of a document with this many pages. */
export const pageAt = (progression: number, pages: number): number =>
  Math.min(pages - 1, Math.max(0, Math.round(progression * pages - 1e-6)))

const XLINK = "http://www.w3.org/1999/xlink"
/** The address of a link; undefined if it has none. SVG links in EPUB 2 use XLink. */
export const addressOfLink = (link: Element, base: string): string | undefined => {
  const href = link.getAttribute("href") ?? link.getAttributeNS(XLINK, "href")
  try {
    return href ? new URL(href, base).href : undefined
  } catch {
    return undefined
  }
}

/** The id in the hash of a URL; unchanged if it is not validly escaped. */
export const fragmentOf = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** The path of a frame's URL relative to the files of the book; undefined for other URLs. */
export const documentOf = (pathname: string, base: string): string | undefined => {
  if (!pathname.startsWith(base)) return undefined
  try {
    return pathname.slice(base.length).split("/").map(decodeURIComponent).join("/")
  } catch {
    return undefined
  }
}
