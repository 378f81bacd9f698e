import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../access/Access.ts"
import { ItemKind } from "../../ItemKind.ts"

/**
 * The only predicate for what an account may see. Every list, count, lookup, stream and socket uses it inside the query
 * itself, and never checks the parent before it loads the child. A library is visible to administrators and to members
 * with access to it. An NSFW library, or an NSFW item in any library, is visible only if the account's NSFW permission
 * and preference are both on.
 */
export interface Visibility {
  /** The condition on a row of `libraries` under this alias. */
  readonly libraries: (alias: string) => Fragment
  /**
   * The condition on a row of `items` or `item_counts` under this alias, or of anything with `library_id` and
   * `is_nsfw`.
   */
  readonly items: (alias: string) => Fragment
  /** The condition on a row whose library is known to be visible. */
  readonly inVisibleLibrary: (alias: string) => Fragment
}

/** Everything that `visibleTo` reads from a caller, as text. Two callers with the same text see the same. */
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
    // Applies even to accounts that see everything: items of a removed library are hidden immediately and deleted
    // later.
    const items = (alias: string): Fragment => sql`(${sql.literal(`${alias}.library_id`)} = any(array(
      select visible.id from libraries visible where ${libraries("visible")})) and ${inVisibleLibrary(alias)})`
    return { libraries, items, inVisibleLibrary }
  })

const Visible = Schema.Struct({ id: Schema.String, kind: ItemKind })

/** The subset of these items that the caller may see, each with its kind. The others are hidden or do not exist. */
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
