import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict, NotFound } from "@media/kernel/Errors"
import { isUuid, uuidv7 } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { MadeReadingKey } from "./contract.ts"
import { hashOf, md5Of, newKey } from "../../identity/accounts/keys.ts"

/** The maximum number of keys per account. A user needs one for each reading device. */
export const mostKeys = 30
/** Serializes counting and adding keys for one account. Otherwise, two concurrent requests could exceed the maximum. */
const COUNT_LOCK = 7_000_047

const Made = Schema.Struct({ created_at: Schema.DateFromSelf })

/** Creates a key for the caller. Only this response contains the key. */
export const makeKey = Effect.fn("readingApps.makeKey")(function* ({ accountId }: Principal, name: string) {
  const sql = yield* SqlClient.SqlClient
  const [id, key] = [uuidv7(), newKey()]
  const made = yield* transaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${COUNT_LOCK}, hashtext(${accountId}))`
      return yield* rowOf(Made)(sql`
        insert into reading_keys (id, account_id, name, key_hash)
        select ${id}, ${accountId}, ${name}, ${hashOf(md5Of(key))}
        where (select count(*) from reading_keys where account_id = ${accountId}) < ${mostKeys}
        returning created_at`)
    })
  )
  if (Option.isNone(made))
    return yield* new Conflict({ reason: `An account can have at most ${mostKeys} keys.` })
  return {
    id,
    name,
    key,
    createdAt: toTimestamp(made.value.created_at),
    lastUsedAt: null
  } satisfies MadeReadingKey
})

/** Deletes a key. Every server rejects the next request with this key. */
export const revokeKey = Effect.fn("readingApps.revokeKey")(function* ({ accountId }: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const removed = isUuid(id)
    ? yield* sql`delete from reading_keys where id = ${id} and account_id = ${accountId} returning id`
    : []
  if (removed.length === 0) return yield* new NotFound({ what: "key" })
  return null
})
