import type { useQueryCache } from "@pinia/colada"

export type QueryCache = ReturnType<typeof useQueryCache>

/**
 * Reloads the cached data that matches the filter and is in use. Does not wait for the result, because components
 * show a failure next to the data.
 */
export const refresh = (cache: QueryCache, ...filter: Parameters<QueryCache["invalidateQueries"]>): void => {
  cache.invalidateQueries(...filter).catch(() => undefined)
}
