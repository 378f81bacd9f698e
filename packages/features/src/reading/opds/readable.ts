import { canonical } from "@media/query/canonical"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { mayHold } from "../../catalog/membership/possibleKinds.ts"
import { type StoredCollection, storedCollections } from "../../catalog/membership/stored.ts"

/**
 * Returns the collections that may contain books or galleries: manual collections that contain one, and dynamic
 * collections whose rules can match one.
 */
export const readableCollections = (principal: Principal) =>
  Effect.map(
    storedCollections(
      principal,
      (sql) => sql`(s.rules is not null or exists (
        select from collection_entries e join items v on v.id = e.item_id
        where e.collection_id = s.id and v.kind in ('book', 'gallery')))`
    ),
    (found) => found.filter(({ rules }) => rules === null || mayRead(rules))
  )

const mayRead = (rules: NonNullable<StoredCollection["rules"]>): boolean => {
  const tree = canonical(rules)
  return mayHold(tree, "book") || mayHold(tree, "gallery")
}
