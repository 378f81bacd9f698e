import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"

/**
 * The one predicate that decides what an account may see. Every list, count, lookup, stream and socket uses it,
 * inside the query itself: never "check the parent, then load the child".
 *
 * A library is visible to administrators and to members it was granted to; an NSFW library, or an NSFW item in
 * any library, only to those whose NSFW permission and preference are both on.
 */
export interface Visibility {
  /** On a row of `libraries` under this alias. */
  readonly libraries: (alias: string) => Fragment
  /** On a row of `videos` under this alias. */
  readonly videos: (alias: string) => Fragment
  /** On a row of `video_counts` under this alias. */
  readonly videoCounts: (alias: string) => Fragment
}

/** All of a caller that `visibleTo` looks at, as text: two callers with the same see the same. */
export const accessKey = ({ libraryIds, role, showNsfw }: Principal): string =>
  `${role} ${showNsfw} ${libraryIds.join(",")}`

export const visibleTo = (principal: Principal): Effect.Effect<Visibility, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const ids = `{${principal.libraryIds.join(",")}}`
    const libraries = (alias: string): Fragment => {
      const column = (name: string) => sql.literal(`${alias}.${name}`)
      const granted =
        principal.role === "administrator" ? sql.literal("true") : sql`${column("id")} = any(${ids}::uuid[])`
      return principal.showNsfw ? sql`${granted}` : sql`(${granted} and not ${column("is_nsfw")})`
    }
    const items = (alias: string): Fragment => {
      const column = (name: string) => sql.literal(`${alias}.${name}`)
      if (principal.role === "administrator" && principal.showNsfw) return sql.literal("true")
      const inLibrary = sql`${column("library_id")} = any(array(
        select visible.id from libraries visible where ${libraries("visible")}))`
      return principal.showNsfw ? inLibrary : sql`(${inLibrary} and not ${column("is_nsfw")})`
    }
    return { libraries, videos: items, videoCounts: items }
  })
