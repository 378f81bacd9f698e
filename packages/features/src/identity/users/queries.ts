import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid, NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { findUser } from "../accounts/queries.ts"

export const requireUser = (id: string) =>
  Effect.gen(function* () {
    const found = isUuid(id) ? yield* findUser(id) : Option.none()
    if (Option.isNone(found)) return yield* new NotFound({ what: "account" })
    return found.value
  })

const Id = Schema.Struct({ id: Schema.String })

/**
 * Returns the ids in `ids` that belong to existing libraries, without duplicates. Fails with `Invalid` for an unknown
 * id. If the unknown id is in `granted`, ignores the id instead, because the library may have been removed while the
 * form was open. NSFW libraries are accepted even if the caller hides NSFW content.
 */
export const knownLibraries = Effect.fn("users.knownLibraries")(function* (
  ids: ReadonlyArray<string>,
  granted: ReadonlyArray<string>
) {
  if (ids.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Id)(sql`
    select id from libraries where id = any(${ids as Array<string>}::uuid[])`)
  const existing = new Set(rows.map(({ id }) => id))
  const unknown = ids.find((id) => !existing.has(id) && !granted.includes(id))
  if (unknown !== undefined) {
    const message = `there is no library ${unknown}`
    return yield* new Invalid({
      reason: `libraryIds: ${message}`,
      fields: [{ path: "libraryIds", message }]
    })
  }
  return [...new Set(ids)].filter((id) => existing.has(id))
})
