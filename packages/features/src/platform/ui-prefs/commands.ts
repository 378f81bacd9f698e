import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict, Invalid } from "@media/kernel/Errors"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { UiPref } from "./contract.ts"
import { isTooDeep } from "./depth.ts"
import { maxValueBytes, PreferenceTooLarge } from "./errors.ts"

/** Maximum number of preferences per account: 200 preferences of 64 KiB take 13 MB. */
export const maxKeys = 200
/**
 * Advisory lock that serializes new preferences of an account. Otherwise, two concurrent requests could together exceed
 * `maxKeys`.
 */
const COUNT_LOCK = 7_000_015

/** Stores a value under a key, or replaces the existing value of the key. */
export const setPreference = Effect.fn("uiPrefs.set")(function* (
  { accountId }: Principal,
  key: string,
  value: unknown
) {
  if (isTooDeep(value)) return yield* new Invalid({ reason: "value: is nested too deeply" })
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > maxValueBytes) return yield* new PreferenceTooLarge()
  const sql = yield* SqlClient.SqlClient
  const kept = yield* transaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${COUNT_LOCK}, hashtext(${accountId}))`
      return yield* sql`
        insert into ui_prefs (account_id, key, value)
        select ${accountId}, ${key}, ${text}
        where (select count(*) from ui_prefs where account_id = ${accountId} and key <> ${key}) < ${maxKeys}
        on conflict (account_id, key) do update set value = excluded.value, updated_at = now()
        returning key`
    })
  )
  if (kept.length === 0)
    return yield* new Conflict({ reason: `An account can keep at most ${maxKeys} preferences.` })
  return { key, value } satisfies UiPref
})

/** Deletes the value of the key, if any. */
export const removePreference = Effect.fn("uiPrefs.remove")(function* (
  { accountId }: Principal,
  key: string
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from ui_prefs where account_id = ${accountId} and key = ${key}`
  return null
})
