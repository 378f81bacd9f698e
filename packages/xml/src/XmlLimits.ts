/** Limits for a document. */
export interface XmlLimits {
  /** Stored size. */
  readonly bytes: number
  readonly depth: number
  readonly elements: number
  /** Per element. */
  readonly attributes: number
}

/**
 * Package files of books with thousands of chapters have 1 MB; depths beyond 20 and 20 attributes have not been seen.
 */
export const xmlLimits: XmlLimits = {
  bytes: 4 * 1024 * 1024,
  depth: 64,
  elements: 100_000,
  attributes: 64
}
