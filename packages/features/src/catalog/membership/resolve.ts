import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import { isUuid } from "@media/kernel/Ids"
import { group, type Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { compile, type CompileOptions } from "../filters/compile.ts"
import { type ItemLists, membersOf } from "./members.ts"
import { collectionsIn } from "./references.ts"
import { type StoredCollection, storedCollections } from "./stored.ts"

type Resolver = NonNullable<CompileOptions["collections"]>

const isNamed = (stored: StoredCollection, name: string): boolean =>
  stored.id === name || stored.name.toLowerCase() === name.toLowerCase()

/** Returns every collection that the trees refer to, directly or through the rules of other collections. */
export const referencedCollections = (
  principal: Pick<Principal, "accountId" | "showNsfw">,
  nodes: ReadonlyArray<Node>
): Effect.Effect<ReadonlyArray<StoredCollection>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const found = new Map<string, StoredCollection>()
    let wanted = collectionsIn(group("and", nodes))
    while (wanted.length > 0) {
      const names = wanted
      const rows = yield* storedCollections(
        principal,
        (sql) =>
          sql`(s.id = any(${names.filter(isUuid)}::uuid[]) or lower(s.name) = any(array(
            select lower(x) from unnest(${names as Array<string>}::text[]) x)))`
      )
      const added = rows.filter(({ id }) => !found.has(id))
      for (const row of added) found.set(row.id, row)
      wanted = added.flatMap(({ rules }) => (rules === null ? [] : collectionsIn(rules)))
    }
    return [...found.values()]
  })

/**
 * Returns a function that compiles the conditions `in:"..."` in these trees for this viewer. A collection that the
 * viewer may not see has no members. If the rules of collections refer to each other in a cycle, each collection is
 * resolved only once.
 */
export const resolveCollections = (
  principal: Principal,
  nodes: ReadonlyArray<Node>,
  lists: ItemLists
): Effect.Effect<Resolver, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const stored = yield* referencedCollections(principal, nodes)
    const visibility = yield* visibleTo(principal)

    const isMember =
      (open: ReadonlySet<string>): Resolver =>
      (name, options) => {
        const rows = stored.filter((row) => isNamed(row, name) && !open.has(row.id))
        return rows.length === 0
          ? sql.literal("false")
          : sql.or(
              rows.map((row) => holds(row, { ...options, collections: isMember(new Set([...open, row.id])) }))
            )
      }

    const holds = (row: StoredCollection, options: CompileOptions): Fragment => {
      const { id, limit, rules } = row
      if (limit !== null) {
        const { rows } = membersOf({ ...options, sql, visibility, lists }, row)
        return sql`v.id in (select limited.id from (${rows}) limited)`
      }
      const entries = (membership: string) =>
        sql`v.id in (select n.item_id from collection_entries n
          where n.collection_id = ${id} and n.membership = ${sql.literal(`'${membership}'`)})`
      if (rules === null) return entries("item")
      const { where } = compile(sql, rules, options)
      return sql`((${where} or ${entries("pinned")}) and not ${entries("banned")})`
    }
    return isMember(new Set())
  })
