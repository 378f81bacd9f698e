import { conditionsIn, type Node } from "@media/query/Tree"

/** The collections to which a tree refers, by id or name. */
export const collectionsIn = (node: Node): ReadonlyArray<string> => [
  ...new Set(
    conditionsIn(node).flatMap(({ condition }) =>
      condition.operator === "in_collection" || condition.operator === "not_in_collection"
        ? [String(condition.value)]
        : []
    )
  )
]
