import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"

const Scope = Schema.Struct({ id: Schema.Number })

/**
 * Returns the id of the rows in `related_sums` that count the items visible to this account. Accounts that see the same
 * items share these rows, which are called a scope. The first request creates the scope, which takes seconds with a
 * million items.
 */
export const scopeOf = (principal: Principal): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { libraryIds, showNsfw } = principal
    const libraries = Access.can(principal, "see-all-libraries") ? null : [...new Set(libraryIds)].sort()
    const key = `${libraries === null ? "all" : libraries.join(",")} ${showNsfw}`
    const [open] = yield* rowsOf(Scope)(sql`
      select id from related_scopes
      where key = ${key} and ended_at is null and used_at > now() - interval '1 hour'`)
    if (open !== undefined) return open.id
    const [opened] = yield* rowsOf(Scope)(sql`
      select open_related_scope(${key}, ${libraries as Array<string> | null}::uuid[], ${showNsfw}) as id`)
    return opened!.id
  })
