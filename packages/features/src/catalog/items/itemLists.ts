import type { ItemLists } from "../membership/members.ts"
import { conditionsOf, wordOf } from "./matching.ts"
import { sortKey } from "./sortKeys.ts"

/** How lists of items find words and sort, for collections of all kinds. */
export const itemLists: ItemLists = {
  words: wordOf,
  ofKind: (sql, kind) => sql.and(conditionsOf(sql, kind, {}, "v")),
  sortKey
}
