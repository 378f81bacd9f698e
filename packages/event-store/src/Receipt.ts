import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Json } from "@media/kernel/Json"
import { rowOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { ReceiptMismatch } from "./errors.ts"

/**
 * Identifies a request of a client and its repetitions by account, route and idempotency key (a UUID). A repetition
 * must also have the same body.
 */
export interface ReceiptKey {
  readonly accountId: string
  /** The command's permanent name, such as `libraries.create`. */
  readonly route: string
  readonly key: string
  /** The decoded body of the request. Bodies are compared by their JSON text. */
  readonly body: unknown
}

const ReceiptRow = Schema.Struct({ body_hash: Schema.Uint8ArrayFromSelf, result: Schema.Unknown })

/**
 * SQL condition that selects receipts of the last 24 hours. It also excludes receipts from the future, which exist if
 * the clock was set back.
 */
const isCurrent = "at between now() - interval '24 hours' and now() + interval '1 hour'"

export const deleteOldReceipts = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`delete from command_receipts where not (${sql.literal(isCurrent)})`
)

const hashOf = (body: unknown): Buffer =>
  createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest()

/**
 * Runs a command only once, even if the client repeats the request, for example after a lost response. The first
 * request stores its response as a receipt, in the transaction of the command. A repeated request returns the stored
 * response and changes no data. Another body with the same key fails with `ReceiptMismatch`. A failed command leaves no
 * receipt.
 *
 * `prepare` runs before the transaction, and `commit` runs inside the transaction. `prepare` should do everything that
 * waits for something other than the database, because a long transaction would hold up all readers of the log.
 *
 * Check the caller's permission before calling `once`, because the permission may have been revoked after the first
 * response.
 */
export const once = <P, A extends Json, E1, E2, R1, R2>(
  receipt: ReceiptKey | undefined,
  prepare: Effect.Effect<P, E1, R1>,
  commit: (prepared: P) => Effect.Effect<A, E2, R2>
): Effect.Effect<A, E1 | E2 | SqlError | ReceiptMismatch, R1 | R2 | SqlClient.SqlClient> =>
  receipt === undefined
    ? Effect.flatMap(prepare, commit)
    : Effect.gen(function* () {
        const answered = yield* findReceipt(receipt)
        if (Option.isSome(answered)) return answered.value as A
        const prepared = yield* prepare
        return yield* transaction(claimed(receipt, commit(prepared)))
      })

/** Returns the stored response, if any. Fails with `ReceiptMismatch` if it belongs to a request with another body. */
export const findReceipt = (receipt: ReceiptKey) =>
  Effect.gen(function* () {
    const { accountId, body, key, route } = receipt
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(ReceiptRow)(sql`
      select body_hash, result from command_receipts
      where account_id = ${accountId} and route = ${route} and key = ${key} and ${sql.literal(isCurrent)}`)
    if (Option.isSome(row) && !hashOf(body).equals(row.value.body_hash)) return yield* new ReceiptMismatch()
    return Option.map(row, ({ result }) => result)
  })

const claimed = <A extends Json, E, R>(receipt: ReceiptKey, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { accountId, body, key, route } = receipt
    const sql = yield* SqlClient.SqlClient
    // This row is locked until the transaction ends, so a concurrent repetition of the request waits here for the
    // response.
    const rows = yield* sql`
      insert into command_receipts as r (account_id, route, key, body_hash, result)
      values (${accountId}, ${route}, ${key}, ${hashOf(body)}, 'null'::jsonb)
      on conflict (account_id, route, key)
        do update set body_hash = excluded.body_hash, result = excluded.result, at = now()
        where not (r.${sql.literal(isCurrent)})
      returning key`
    if (rows.length === 0) return Option.getOrThrow(yield* findReceipt(receipt)) as A
    const result = yield* effect
    yield* sql`
      update command_receipts set result = ${JSON.stringify(result)}::jsonb
      where account_id = ${accountId} and route = ${route} and key = ${key}`
    return result
  })

/**
 * Stores an intermediate result of an operation that consists of more than one transaction, such as an upload that
 * stores a file and then its rows. Replaces the previous intermediate result.
 */
export const keepReceipt = (receipt: ReceiptKey, result: Json) =>
  Effect.gen(function* () {
    const { accountId, body, key, route } = receipt
    const sql = yield* SqlClient.SqlClient
    const [hash, text] = [hashOf(body), JSON.stringify(result)]
    yield* sql`
      insert into command_receipts (account_id, route, key, body_hash, result)
      values (${accountId}, ${route}, ${key}, ${hash}, ${text}::jsonb)
      on conflict (account_id, route, key)
        do update set body_hash = excluded.body_hash, result = excluded.result, at = now()`
  })
