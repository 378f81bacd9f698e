import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unreadable, SealContext } from "./Seal.ts"
import * as Seal from "./Seal.ts"
import { sealingKey, type SealingKey } from "./SealingKey.ts"
import { SecretUnavailable, type SecretText } from "./SecretText.ts"

/** Seals and opens values with the secret of this installation. */
export class Vault extends Context.Tag("@media/secrets/Vault")<
  Vault,
  {
    readonly seal: (context: SealContext, text: string) => Effect.Effect<string, SecretUnavailable>
    readonly open: (
      context: SealContext,
      sealed: string
    ) => Effect.Effect<string, Unreadable | SecretUnavailable>
    /** The id of the current key. Values that were sealed with a different key cannot be opened. */
    readonly keyId: Effect.Effect<string, SecretUnavailable>
  }
>() {}

/**
 * Creates a vault. The key is derived on first use, because stretching takes a while and most installations seal no
 * values. Both `secret` and `salt` are read only then.
 */
export const makeVault = <E, R>(
  secret: Effect.Effect<SecretText, SecretUnavailable>,
  salt: Effect.Effect<Buffer, E, R>
) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    const derive = Effect.gen(function* () {
      const { text } = yield* secret
      const bytes = yield* Effect.mapError(
        salt,
        () =>
          new SecretUnavailable({
            reason: "The database does not respond, so no encryption key can be created."
          })
      )
      return yield* Effect.promise(() => sealingKey(text, bytes))
    }).pipe(Effect.provide(context))
    let known: SealingKey | undefined
    const one = Effect.unsafeMakeSemaphore(1)
    const key = one.withPermits(1)(
      Effect.suspend(() =>
        known === undefined
          ? Effect.tap(derive, (made) => Effect.sync(() => (known = made)))
          : Effect.succeed(known)
      )
    )
    return Vault.of({
      seal: (context, text) => Effect.map(key, (made) => Seal.seal(made, context, text)),
      open: (context, sealed) => Effect.flatMap(key, (made) => Seal.open(made, context, sealed)),
      keyId: Effect.map(key, ({ id }) => id)
    })
  })
