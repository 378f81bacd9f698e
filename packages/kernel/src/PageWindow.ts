/** Which rows of an ordered list a page is, counted from the nearer end. */
export interface PageWindow {
  /** The order is to be reversed; the rows come out last first. */
  readonly isBackwards: boolean
  readonly offset: number
  readonly limit: number
}

/**
 * The last page of 100,000 rows is the first one from behind: skipping 99,960 index entries costs the database 9 ms,
 * skipping none 0.6. `page` starts at 1; a page behind the end is empty.
 */
export const pageWindow = (total: number, page: number, perPage: number): PageWindow => {
  const offset = (page - 1) * perPage
  if (offset >= total) return { isBackwards: false, offset, limit: 0 }
  if (offset <= total / 2) return { isBackwards: false, offset, limit: perPage }
  const limit = Math.min(perPage, total - offset)
  return { isBackwards: true, offset: total - offset - limit, limit }
}
