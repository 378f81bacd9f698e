import { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import { accessKey } from "../../platform/visibility/Visibility.ts"
import type { Asked } from "./catalog.ts"

/**
 * Returns a page of a list. The page is cached until a table on which it depends changes, because apps request the same
 * pages whenever they are opened. The cache key contains everything else on which the page depends: the URL, the
 * account and its permissions.
 */
export const cachedPage = <E, R>(catalog: string, asked: Asked, read: Effect.Effect<string, E, R>) => {
  const { principal, ...rest } = asked
  const key = JSON.stringify([catalog, principal.accountId, accessKey(principal), rest])
  return Effect.flatMap(QueryCache, (cache) => cache.get("catalog", key, read))
}

/**
 * Drops all cached pages. Called after reading progress was recorded, because a change of progress does not invalidate
 * these pages.
 */
export const dropCachedPages = Effect.map(QueryCache, (cache) => cache.invalidate("catalog"))
