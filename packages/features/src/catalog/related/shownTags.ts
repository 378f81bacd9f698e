import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import { WORDS } from "@media/query/Field"
import { conditionsIn, type Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { itemFieldTable } from "../filters/itemFields.ts"
import { entitiesVisibleTo } from "./visibleEntities.ts"

/**
 * True if a condition tree reads tags of performers or studios, or refers to a collection whose rule may read such
 * tags.
 */
const readsTagsOfEntities = (tree: Node): boolean =>
  conditionsIn(tree).some(({ condition, relations }) => {
    const name = relations[0] ?? condition.field
    const source = name === WORDS ? undefined : itemFieldTable().find(name)?.source
    return source?.from === "collection" || (source?.from === "entities" && source.via !== undefined)
  })

/**
 * Returns the compile option `shownTags`, a query for the tags that the caller sees: the tags of visible items and all
 * ancestors of these tags. Returns an empty object if the caller sees every tag or if none of the condition trees needs
 * the option.
 */
export const shownTagsFor = (
  principal: Principal,
  trees: ReadonlyArray<Node>
): Effect.Effect<{ readonly shownTags?: Fragment }, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (!trees.some(readsTagsOfEntities)) return {}
    const { seesUnused, sums } = yield* entitiesVisibleTo(principal)
    if (seesUnused) return {}
    const sql = yield* SqlClient.SqlClient
    return {
      shownTags: sql`select c.ancestor_id from related_sums s
        join related_closure c on c.descendant_id = s.entity_id where s.kind = 'tag' and s.n > 0 and ${sums("s")}`
    }
  })
