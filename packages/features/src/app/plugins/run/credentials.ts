import { PermanentFailure } from "@media/jobs/Failures"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { getValue } from "../../../platform/secrets/sealedValues.ts"
import type { Definition } from "../definition/shapes.ts"

/**
 * Returns the credentials of a plugin for one run, keyed by credential key. Fails permanently if a required credential
 * is missing.
 */
export const credentialsOf = ({ auth, id }: Definition) =>
  Effect.gen(function* () {
    const found = new Map<string, string>()
    for (const { isRequired, key, label } of auth) {
      const value = yield* Effect.catchTags(getValue({ owner: "plugin", ownerId: id, field: key }), {
        Unreadable: ({ message }) => new PermanentFailure({ message: `${label}: ${message}` }),
        SecretUnavailable: ({ message }) => new PermanentFailure({ message })
      })
      if (Option.isSome(value)) found.set(key, Redacted.value(value.value))
      else if (isRequired)
        return yield* new PermanentFailure({ message: `Enter "${label}" on the Plugins page first` })
    }
    return found
  })

export const environmentOf = (credentials: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...credentials].map(([key, value]) => [`PLUGIN_AUTH_${key.toUpperCase()}`, value]))
