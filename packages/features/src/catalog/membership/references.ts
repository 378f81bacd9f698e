import { conditionsIn, type Node } from "@media/query/Tree"

/** Returns the ids or names of the collections that a condition tree refers to with `in:"..."`. */
export const collectionsIn = (node: Node): ReadonlyArray<string> => [
  ...new Set(
    conditionsIn(node).flatMap(({ condition }) =>
      condition.operator === "in_collection" || condition.operator === "not_in_collection"
        ? [String(condition.value)]
        : []
    )
  )
]
