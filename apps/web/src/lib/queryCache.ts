import type { useQueryCache } from "@pinia/colada"

export type QueryCache = ReturnType<typeof useQueryCache>

/** Reloads visible data. Failures are shown next to that data, so the result is not awaited. */
export const refresh = (cache: QueryCache, ...filter: Parameters<QueryCache["invalidateQueries"]>): void => {
  cache.invalidateQueries(...filter).catch(() => undefined)
}
