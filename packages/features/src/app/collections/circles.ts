import type { Node } from "@media/query/Tree"
import * as Effect from "effect/Effect"
import { collectionsIn } from "../../catalog/membership/references.ts"
import type { StoredCollection } from "../../catalog/membership/stored.ts"
import { CollectionCycle } from "./errors.ts"

type Named = Pick<StoredCollection, "id" | "name">

const isNamed = ({ id, name }: Named, value: string): boolean =>
  id === value || name.toLowerCase() === value.toLowerCase()

/**
 * Fails with `CollectionCycle` if a rule refers to its own collection, directly or through rules of other collections.
 * `known` contains the collections that the rule can refer to.
 */
export const requireNoCircle = (own: Named, rules: Node, known: ReadonlyArray<StoredCollection>) => {
  const chainFrom = (node: Node, above: ReadonlyArray<Named>): ReadonlyArray<Named> | undefined => {
    const values = collectionsIn(node)
    if (values.some((value) => isNamed(own, value))) return above
    for (const row of known) {
      const isOpen = above.some(({ id }) => id === row.id)
      if (row.rules === null || isOpen || !values.some((value) => isNamed(row, value))) continue
      const found = chainFrom(row.rules, [...above, row])
      if (found !== undefined) return found
    }
    return undefined
  }
  const chain = chainFrom(rules, [])
  if (chain === undefined) return Effect.void
  const path = [own, ...chain, own].map(({ id, name }) => ({ id, name }))
  return Effect.fail(new CollectionCycle({ path }))
}
