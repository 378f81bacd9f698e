import type * as SqlClient from "@effect/sql/SqlClient"
import type { ListFilter } from "./listFilter.ts"
import { isComputed, sortKey } from "./sortKeys.ts"

/** Columns of the caller's own rows (`m`) that a list can be sorted by, keyed by sort key. */
const ownKeys: Readonly<Record<string, string>> = { lastPlayedAt: "m.last_played_at", rating: "m.rating" }

/** Returns the sort order of a list, and its sort keys as SQL. */
export const pageOrder = (sql: SqlClient.SqlClient, filter: ListFilter) => {
  // Ordinals are positions within one group, so other lists are sorted by title instead.
  const isUnordered = filter.sort === "ordinal" && filter.parentId === undefined
  const [primary, ...others] = [
    { sort: isUnordered ? "title" : filter.sort, order: filter.order } as const,
    ...(filter.then ?? [])
  ] as const
  const steps = [primary, ...others]
  const turned = (order: "asc" | "desc") => (order === "asc" ? "desc" : "asc")
  /**
   * Returns the sort order as SQL on the columns of `items v` or of the rows found. If the list is read backwards,
   * every direction is reversed.
   */
  const ordered = (of: "items" | "found", isBackwards = false) => {
    const keys = steps.map(({ order, sort }, n) => {
      const direction = isBackwards ? turned(order) : order
      const key = of === "items" ? sortKey(sort)! : `sort_key${n}`
      // Items without a value come last in both directions.
      if (isComputed(sort)) return { key, direction, empty: isBackwards ? " nulls first" : " nulls last" }
      // The order of nulls must match the index: on a timeline that starts with the newest day, images that were not
      // examined yet come last.
      const empty = sort !== "takenAt" ? "" : direction === "desc" ? " nulls last" : " nulls first"
      return { key, direction, empty }
    })
    const last = { key: of === "items" ? "v.id" : "id", direction: keys.at(-1)!.direction, empty: "" }
    return sql.literal(
      [...keys, last].map(({ direction, empty, key }) => `${key} ${direction}${empty}`).join(", ")
    )
  }
  /** Returns the sort keys as columns of a query. If `isOwn`, the caller's own rows are available as `m`. */
  const columns = (isOwn = false) =>
    sql.literal(
      steps
        .map(({ sort }, n) => `${(isOwn ? ownKeys[sort] : undefined) ?? sortKey(sort)!} as sort_key${n}`)
        .join(", ")
    )
  return { columns, ordered, primary }
}
