/** Limits that a document must not exceed. */
export interface XmlLimits {
  /** Maximum size of the document in bytes. */
  readonly bytes: number
  readonly depth: number
  readonly elements: number
  /** Maximum number of attributes per element. */
  readonly attributes: number
  /** Maximum number of attributes, and of ampersands, in the whole document. */
  readonly parts: number
}

/**
 * Default limits. The package file of a book with thousands of chapters has about 1 MB. We know of no document with
 * more than 20 levels, or more than 20 attributes per element.
 */
export const xmlLimits: XmlLimits = {
  bytes: 4 * 1024 * 1024,
  depth: 64,
  elements: 100_000,
  attributes: 64,
  parts: 4_000_000
}
