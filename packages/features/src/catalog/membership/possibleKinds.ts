import type { Node } from "@media/query/Tree"
import { kinds } from "../../generated/kinds.ts"
import type { ItemKind } from "../../ItemKind.ts"

const names: ReadonlySet<string> = new Set(kinds.map(({ kind }) => kind))

/**
 * Maps a value of the filter field `kind` to an item kind. Values such as "movie" and "episode" are roles of videos.
 */
const kindOf = (value: string): string => (names.has(value) ? value : "video")

/** False if a condition tree cannot match any item of this kind, so that a query need not read items of this kind. */
export const mayHold = (node: Node, kind: ItemKind): boolean => {
  if (node.type === "relation") return true
  if (node.type === "group") {
    if (node.operator === "not") return true
    return node.operator === "and"
      ? node.children.every((child) => mayHold(child, kind))
      : node.children.some((child) => mayHold(child, kind))
  }
  if (node.kinds !== undefined && !node.kinds.includes(kind)) return false
  if (node.field !== "kind" || (node.operator !== "equals" && node.operator !== "in")) return true
  return [node.value].flat().some((value) => kindOf(String(value)) === kind)
}
