import type { useQueryCache } from "@pinia/colada"

export type QueryCache = ReturnType<typeof useQueryCache>

/** Reads again what is on screen. A failure shows where the data is shown, so nobody waits for the outcome here. */
export const refresh = (cache: QueryCache, ...filter: Parameters<QueryCache["invalidateQueries"]>): void => {
  cache.invalidateQueries(...filter).catch(() => undefined)
}
