import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { referencedCollections } from "../../catalog/membership/resolve.ts"
import { type StoredCollection, storedCollections } from "../../catalog/membership/stored.ts"
import { isPersonalRule } from "./personal.ts"
import { readsOf } from "./reads.ts"

/**
 * Returns a principal that sees every item, or every item without NSFW content, for the evaluation of rules. The
 * visibility of a viewer is applied later, when the viewer reads the stored members.
 */
export const everyone = (accountId: string, hidesNsfw = false): Principal => ({
  accountId,
  sessionId: accountId,
  username: "",
  role: "administrator",
  showNsfw: !hidesNsfw,
  mayCreateLibraries: false,
  libraryIds: []
})

const Owner = Schema.Struct({ id: Schema.String, accountId: Schema.String })

export type RuleRow = StoredCollection & { readonly rules: Node }

const isRule = (row: StoredCollection): row is RuleRow => row.rules !== null

/**
 * Returns the dependencies of a rule. `isStored` is true if the members can be stored, because they depend on the
 * viewer only through visibility.
 */
export const ruleToStore = (row: RuleRow) =>
  Effect.gen(function* () {
    const known = yield* referencedCollections(everyone(row.accountId), [row.rules])
    const reads = readsOf(row, known)
    const trees = [row.rules, ...known.flatMap(({ rules }) => rules ?? [])]
    const isPersonal = trees.some((tree) => isPersonalRule(tree, itemFieldTable()))
    return { row, reads, trees, isStored: reads.isForEveryone && !isPersonal }
  })

/** Returns the collections with these ids that have rules, regardless of who may see the collections. */
export const rulesById = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (ids.length === 0) return []
    const sql = yield* SqlClient.SqlClient
    const owners = yield* rowsOf(Owner)(sql`
      select id, account_id as "accountId" from collections
      where id = any(${ids as Array<string>}::uuid[]) and rules is not null`)
    const accounts = [...new Set(owners.map(({ accountId }) => accountId))]
    const rows = yield* Effect.forEach(accounts, (accountId) =>
      storedCollections(
        everyone(accountId),
        (sql) => sql`(s.account_id = ${accountId} and s.id = any(${ids as Array<string>}::uuid[]))`
      )
    )
    return rows.flat().filter(isRule)
  })
