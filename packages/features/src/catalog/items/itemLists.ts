import type { ItemLists } from "../membership/members.ts"
import { conditionsOf, wordOf } from "./matching.ts"
import { sortKey } from "./sortKeys.ts"

/** The word search and sort keys of items, as the rules of collections use them. */
export const itemLists: ItemLists = {
  words: wordOf,
  ofKind: (sql, kind) => sql.and(conditionsOf(sql, kind, {}, "v")),
  sortKey
}
