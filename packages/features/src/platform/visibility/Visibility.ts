import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../access/Access.ts"
import { ItemKind } from "../../ItemKind.ts"

/**
 * SQL conditions for the rows that an account may see. No other code decides about visibility. Every list, count,
 * lookup, stream and socket includes these conditions in its own query. A query for a child never relies on an earlier
 * check of the parent. A library is visible to administrators and to members with access to the library. NSFW
 * libraries, and NSFW items in any library, have an additional condition: the account must have the NSFW permission and
 * must have turned on the NSFW preference.
 */
export interface Visibility {
  /** Condition on `libraries` with this alias. */
  readonly libraries: (alias: string) => Fragment
  /** Condition on `items`, `item_counts` or any other table with `library_id` and `is_nsfw`, with this alias. */
  readonly items: (alias: string) => Fragment
  /** Like `items`, but without the condition on the library. Use it only if the library is known to be visible. */
  readonly inVisibleLibrary: (alias: string) => Fragment
}

/** Returns all inputs of `visibleTo` as text. Two callers with the same text see the same items. */
export const accessKey = (principal: Principal): string => {
  const { libraryIds, showNsfw } = principal
  return `${Access.can(principal, "see-all-libraries")} ${showNsfw} ${[...libraryIds].sort().join(",")}`
}

export const visibleTo = (principal: Principal): Effect.Effect<Visibility, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const ids = `{${principal.libraryIds.join(",")}}`
    const libraries = (alias: string): Fragment => {
      const column = (name: string) => sql.literal(`${alias}.${name}`)
      const granted = Access.can(principal, "see-all-libraries")
        ? sql.literal("true")
        : sql`${column("id")} = any(${ids}::uuid[])`
      return principal.showNsfw ? sql`${granted}` : sql`(${granted} and not ${column("is_nsfw")})`
    }
    const inVisibleLibrary = (alias: string): Fragment =>
      sql.literal(principal.showNsfw ? "true" : `not ${alias}.is_nsfw`)
    // Administrators also need the condition on the library, because the items of a removed library are hidden
    // immediately and deleted later.
    const items = (alias: string): Fragment => sql`(${sql.literal(`${alias}.library_id`)} = any(array(
      select visible.id from libraries visible where ${libraries("visible")})) and ${inVisibleLibrary(alias)})`
    return { libraries, items, inVisibleLibrary }
  })

const Visible = Schema.Struct({ id: Schema.String, kind: ItemKind })

/** Returns the ids and kinds of those items in `ids` that the caller may see. All other ids are hidden or unknown. */
export const visibleItems = Effect.fn("visibility.visibleItems")(function* (
  principal: Principal,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  return yield* rowsOf(Visible)(sql`
    select v.id, v.kind from items v where v.id = any(${ids as Array<string>}::uuid[]) and ${visibility.items("v")}`)
})
