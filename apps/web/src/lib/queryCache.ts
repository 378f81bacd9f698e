import type { useQueryCache } from "@pinia/colada"

export type QueryCache = ReturnType<typeof useQueryCache>

/** Reloads visible data. The function does not wait for the result, because a failure is shown next to the data. */
export const refresh = (cache: QueryCache, ...filter: Parameters<QueryCache["invalidateQueries"]>): void => {
  cache.invalidateQueries(...filter).catch(() => undefined)
}
