import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { ViewerZone } from "@media/kernel/ViewerZone"
import type { Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { itemFieldTable } from "../filters/itemFields.ts"
import type { ItemLists, MemberContext } from "./members.ts"
import { shownTagsFor } from "../related/shownTags.ts"
import { freshRules, type RuleOf } from "./fresh.ts"
import { resolveCollections } from "./resolve.ts"

/** Returns the context for evaluating these collections and the rules in `others` for a viewer. */
export const viewingOf = (
  principal: Principal,
  stored: ReadonlyArray<RuleOf>,
  lists: ItemLists,
  others: ReadonlyArray<Node> = []
): Effect.Effect<MemberContext, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const trees = [...stored.flatMap(({ rules }) => (rules === null ? [] : [rules])), ...others]
    return {
      sql: yield* SqlClient.SqlClient,
      visibility: yield* visibleTo(principal),
      collections: yield* resolveCollections(principal, trees, lists),
      fields: itemFieldTable(),
      accountId: principal.accountId,
      hidesNsfw: !principal.showNsfw,
      clock: { now: yield* Clock.currentTimeMillis, zone: yield* ViewerZone },
      lists,
      ...(yield* shownTagsFor(principal, trees)),
      fresh: yield* freshRules(stored)
    }
  })
