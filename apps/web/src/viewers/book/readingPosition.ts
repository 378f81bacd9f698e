import { alikeName } from "@media/kernel/AlikeName"
import type { BookOutline } from "@media/features/media/books/contract"

/**
 * A position in an EPUB: the index of a document, and the fraction of the document before the position, from 0 to 1.
 */
export interface ReadingPosition {
  readonly document: number
  readonly progression: number
}

type Documents = BookOutline["documents"]

const bounded = (share: number): number => Math.min(1, Math.max(0, share))

/** Returns the fraction of the book before a position, from 0 to 1. */
export const fractionAt = (documents: Documents, { document, progression }: ReadingPosition): number => {
  const before = documents.slice(0, document).reduce((sum, { share }) => sum + share, 0)
  return bounded(before + (documents[document]?.share ?? 0) * bounded(progression))
}

/** Returns the position at a fraction of the book from 0 to 1. The inverse of `fractionAt`. */
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

/**
 * Returns the position at which the reader starts. This is the position in the stored document if the document
 * exists, otherwise the stored fraction of the book. A finished book starts over.
 */
export const positionOf = (documents: Documents, { fraction, locator }: Known): ReadingPosition => {
  if (fraction >= 1) return { document: 0, progression: 0 }
  const document = documents.findIndex(({ href }) => href === locator?.href)
  return document < 0
    ? positionAt(documents, fraction)
    : { document, progression: bounded(locator?.progression ?? 0) }
}

/**
 * Returns the index of the document to which a link refers. If no name matches exactly, accepts an equivalent
 * spelling. Returns -1 if no document matches.
 */
export const documentNamed = (documents: Documents, href: string): number => {
  const index = documents.findIndex((one) => one.href === href)
  return index >= 0 ? index : documents.findIndex((one) => alikeName(one.href) === alikeName(href))
}

/**
 * Returns the entry of the table of contents to which a document belongs: the first entry that starts in the
 * document, or else the last entry before it. Returns undefined if the document comes before the first entry.
 */
export const entryAt = (
  outline: BookOutline,
  document: number
): BookOutline["entries"][number] | undefined => {
  const order = new Map(outline.documents.map(({ href }, index) => [href, index]))
  const before = outline.entries.filter(({ href }) => (order.get(href) ?? Infinity) <= document)
  const own = before.find(({ href }) => order.get(href) === document)
  return own ?? before.at(-1)
}

/** Returns the zero-based page at the fraction `progression` (from 0 to 1) of a document that has `pages` pages. */
export const pageAt = (progression: number, pages: number): number =>
  Math.min(pages - 1, Math.max(0, Math.round(progression * pages - 1e-6)))

const XLINK = "http://www.w3.org/1999/xlink"
/** Returns the URL of a link. Returns undefined if the link has no URL. Links in SVG files of EPUB 2 use XLink. */
export const addressOfLink = (link: Element, base: string): string | undefined => {
  const href = link.getAttribute("href") ?? link.getAttributeNS(XLINK, "href")
  try {
    return href ? new URL(href, base).href : undefined
  } catch {
    return undefined
  }
}

/** Returns the id in the hash of a URL. The hash is returned unchanged if its escapes are invalid. */
export const fragmentOf = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/**
 * Returns the path of a frame's URL, relative to the files of the book. Returns undefined for URLs outside the book.
 */
export const documentOf = (pathname: string, base: string): string | undefined => {
  if (!pathname.startsWith(base)) return undefined
  try {
    return pathname.slice(base.length).split("/").map(decodeURIComponent).join("/")
  } catch {
    return undefined
  }
}
