import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { getValue, putValue, removeValues } from "../../platform/secrets/sealedValues.ts"
import { Unreadable } from "@media/secrets/Seal"

const OWNER = "stashbox"
const SHORTEST_WITH_HINT = 8
const HINT = 4

/**
 * Returns the last four characters of a key as a hint, or an empty string if they would be more than half of the key.
 */
export const hintOf = (key: string): string => (key.length < SHORTEST_WITH_HINT ? "" : key.slice(-HINT))

/** Returns the API key of an endpoint. Fails if the key must be entered again. */
export const readKey = (endpointId: string) =>
  Effect.flatMap(
    getValue({ owner: OWNER, ownerId: endpointId, field: "apiKey" }),
    Option.match({
      onNone: () => Effect.fail(new Unreadable({ why: "damaged" })),
      onSome: (key: Redacted.Redacted) => Effect.succeed(key)
    })
  )

export const writeKey = (endpointId: string, name: string, key: string) =>
  putValue({ owner: OWNER, ownerId: endpointId, field: "apiKey" }, `${name}: API key`, Redacted.make(key))

export const removeKey = (endpointId: string) => removeValues(OWNER, endpointId)
