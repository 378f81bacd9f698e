import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import { SecretUnavailable, secretText } from "@media/secrets/SecretText"
import { makeVault, Vault } from "@media/secrets/Vault"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { randomBytes } from "node:crypto"
import { StandingWarnings } from "../../StandingWarnings.ts"

const Salt = Schema.Struct({ salt: Schema.Uint8ArrayFromSelf })

/** Returns the salt. If several servers start at the same time, all of them use the salt of the first server. */
const salt = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into sealing_salt (salt) values (${randomBytes(16)}) on conflict do nothing`
  const row = yield* rowOf(Salt)(sql`select salt from sealing_salt`)
  return Buffer.from(Option.getOrThrow(row).salt)
})

interface Named {
  readonly variable: string | undefined
  readonly dataDir: string
}

/**
 * Reads or creates the secret when the server starts, so that it exists before the first backup. If the secret is
 * unreadable, only features that need it fail.
 */
export const vaultLayer = (named: Named) =>
  Layer.effect(
    Vault,
    Effect.gen(function* () {
      const warnings = yield* StandingWarnings
      const read = Effect.tryPromise({
        try: () => secretText(named),
        catch: (error) =>
          error instanceof SecretUnavailable ? error : new SecretUnavailable({ reason: String(error) })
      })
      const found = yield* Effect.either(read)
      const notice = found._tag === "Left" ? found.left.message : found.right.notice
      warnings.set("secret", notice)
      if (notice !== undefined) yield* Effect.logWarning(notice)
      if (found._tag === "Right" && found.right.source === "generated")
        yield* Effect.logInfo("a new encryption secret was created; keep .media-secret with your backups")
      // Read the file again on each use, because the operator may have repaired it.
      return yield* makeVault(found._tag === "Right" ? Effect.succeed(found.right) : read, salt)
    })
  )
