import { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import { accessKey } from "../../platform/visibility/Visibility.ts"
import type { Asked } from "./catalog.ts"

/**
 * A page of a list, cached until one of its tables changes, because apps request the same pages whenever they are
 * opened. The key contains everything else on which the page depends: the URL, and what the account may see and has
 * read.
 */
export const cachedPage = <E, R>(catalog: string, asked: Asked, read: Effect.Effect<string, E, R>) => {
  const { principal, ...rest } = asked
  const key = JSON.stringify([catalog, principal.accountId, accessKey(principal), rest])
  return Effect.flatMap(QueryCache, (cache) => cache.get("catalog", key, read))
}

/** Publishes reading progress to open pages when nothing else about the account changed. */
export const dropCachedPages = Effect.map(QueryCache, (cache) => cache.invalidate("catalog"))
