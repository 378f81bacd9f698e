import { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import { accessKey } from "../../platform/visibility/Visibility.ts"
import type { Asked } from "./catalog.ts"

/**
 * A page of a list, kept until a table is written that it is made of: apps ask for the same ones whenever they are opened. What it
 * depends on beside the tables is in the key: the address, and what the account may see and has read.
 */
export const keptPage = <E, R>(catalog: string, asked: Asked, read: Effect.Effect<string, E, R>) => {
  const { principal, ...rest } = asked
  const key = JSON.stringify([catalog, principal.accountId, accessKey(principal), rest])
  return Effect.flatMap(QueryCache, (cache) => cache.get("catalog", key, read))
}

/** Pages tell how far a book was read: of a reading that no change of the account goes with, they are told here. */
export const dropKeptPages = Effect.map(QueryCache, (cache) => cache.invalidate("catalog"))
