import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { keyIdOf, type SealContext } from "@media/secrets/Seal"
import { Vault } from "@media/secrets/Vault"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** Identifies a value, such as `{ owner: "plugin", ownerId: "tmdb", field: "apiKey" }`. */
export interface ValueKey {
  readonly owner: string
  readonly ownerId: string
  readonly field: string
}

const contextOf = ({ field, owner, ownerId }: ValueKey): SealContext => ({
  table: `sealed_values/${owner}`,
  id: ownerId,
  field
})

/** Stores a value, or replaces the existing value of the key. `label` is the name that users see. */
export const putValue = Effect.fn("secrets.put")(function* (
  key: ValueKey,
  label: string,
  value: Redacted.Redacted
) {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const sealed = yield* vault.seal(contextOf(key), Redacted.value(value))
  yield* sql`
    insert into sealed_values (owner, owner_id, field, label, encrypted_value)
    values (${key.owner}, ${key.ownerId}, ${key.field}, ${label}, ${sealed})
    on conflict (owner, owner_id, field)
    do update set label = excluded.label, encrypted_value = excluded.encrypted_value, updated_at = now()`
})

const Sealed = Schema.Struct({ sealed: Schema.String })

/**
 * Returns the decrypted value of a key, or none if the key has no value. Fails with `Unreadable` if the value was
 * encrypted with a lost secret, so that users must enter the value again.
 */
export const getValue = Effect.fn("secrets.get")(function* (key: ValueKey) {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const row = yield* rowOf(Sealed)(sql`
    select encrypted_value as sealed from sealed_values
    where owner = ${key.owner} and owner_id = ${key.ownerId} and field = ${key.field}`)
  if (Option.isNone(row)) return Option.none<Redacted.Redacted>()
  return Option.some(Redacted.make(yield* vault.open(contextOf(key), row.value.sealed)))
})

/** Deletes all values of one owner. */
export const removeValues = Effect.fn("secrets.remove")(function* (owner: string, ownerId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from sealed_values where owner = ${owner} and owner_id = ${ownerId}`
})

export const removeValue = Effect.fn("secrets.removeOne")(function* ({ field, owner, ownerId }: ValueKey) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from sealed_values where owner = ${owner} and owner_id = ${ownerId} and field = ${field}`
})

const Stored = Schema.Struct({ ownerId: Schema.String, field: Schema.String, sealed: Schema.String })

/**
 * Lists the stored values of all owners of a type. Unreadable values are included, so that users can be asked to enter
 * them again.
 */
export const storedValues = Effect.fn("secrets.stored")(function* (owner: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Stored)(sql`
    select owner_id as "ownerId", field, encrypted_value as sealed from sealed_values where owner = ${owner}`)
  if (rows.length === 0) return []
  const vault = yield* Vault
  const keyId = yield* Effect.option(vault.keyId)
  return rows.map(({ field, ownerId, sealed }) => ({
    ...{ field, ownerId },
    isReadable: Option.isSome(keyId) && keyIdOf(sealed) === keyId.value
  }))
})

const Row = Schema.Struct({ label: Schema.String, sealed: Schema.String })

/**
 * Returns the labels of values that were encrypted with a different secret, sorted alphabetically. The key is derived
 * only if any values are stored.
 */
export const unreadableLabels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(
    sql`select label, encrypted_value as sealed from sealed_values order by label limit 1000`
  )
  if (rows.length === 0) return []
  const vault = yield* Vault
  const keyId = yield* Effect.option(vault.keyId)
  return rows
    .filter(({ sealed }) => Option.isNone(keyId) || keyIdOf(sealed) !== keyId.value)
    .map(({ label }) => label)
})

/** Returns a warning for administrators about unreadable values, or undefined if all values are readable. */
export const unreadableWarning = Effect.map(unreadableLabels, (labels) =>
  labels.length === 0
    ? undefined
    : `The encryption secret has changed. Enter these again: ${labels.join(", ")}. Or restore the old secret (MEDIA_SECRET, or .media-secret in the data directory) and restart the server.`
)
