import type { useQueryCache } from "@pinia/colada"

export type QueryCache = ReturnType<typeof useQueryCache>

/** Reads again what is on screen. A failure is shown where the data is shown, so the outcome is not awaited here. */
export const refresh = (cache: QueryCache, ...filter: Parameters<QueryCache["invalidateQueries"]>): void => {
  cache.invalidateQueries(...filter).catch(() => undefined)
}
