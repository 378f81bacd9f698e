import type { SqlSource } from "@media/features/catalog/filters/sources"
import { type Field, WORDS } from "@media/query/Field"
import { randomCondition } from "@media/query/testing/randomTree"
import { condition, group, type Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as fc from "fast-check"
import { type ItemRecords, seededNames } from "./ItemRecords.ts"

/**
 * Generates conditions on a field. In addition to random values, the conditions contain values that occur in the items,
 * so that some conditions match.
 */
export const likelyCondition = (field: Field): fc.Arbitrary<Node> =>
  randomCondition(field).map((node) => {
    if (
      node.type !== "condition" ||
      typeof node.value !== "string" ||
      !["text", "ref"].includes(field.type.name)
    )
      return node
    return { ...node, value: seededNames[node.value.length % seededNames.length]! }
  })

export const likelyTree = (all: ReadonlyArray<Field<SqlSource>>): fc.Arbitrary<Node> =>
  fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.constantFrom(...all).chain(likelyCondition),
        fc.constantFrom("noir", "part", "100%", "ong G").map((text) => condition(WORDS, "equals", text))
      ),
      fc
        .record({
          operator: fc.constantFrom("and" as const, "or" as const, "not" as const),
          children: fc.array(tie("node"), { maxLength: 3 })
        })
        .map(({ children, operator }) => group(operator, children))
    )
  })).node

/** Generates viewers with access to some of the libraries of these items. */
export const viewerOf = ({ libraries }: ItemRecords) =>
  fc
    .record({
      role: fc.constantFrom("administrator" as const, "member" as const),
      showNsfw: fc.boolean(),
      granted: fc.subarray([0, 1, 2, 3])
    })
    .map(({ granted, ...rest }) => ({ ...rest, libraryIds: granted.map((n) => libraries[n]!.id) }))
export const isSeenBy = (
  { libraryOf }: ItemRecords,
  { libraryIds, role, showNsfw }: Pick<Principal, "role" | "showNsfw" | "libraryIds">,
  id: string
): boolean => {
  const { library, isNsfw } = libraryOf.get(id)!
  return (
    (role === "administrator" || libraryIds.includes(library.id)) &&
    (showNsfw || (!isNsfw && library.name !== "Red"))
  )
}
