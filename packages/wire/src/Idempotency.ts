import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Fail } from "./Envelope.ts"
import { CurrentOrigin } from "./Security.ts"
import { Invalid } from "@media/kernel/Errors"

/** The key was already used with a different body, so returning the first result would be wrong. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  {}
) {
  override get message(): string {
    return "This Idempotency-Key was already used for another request. Send a new key."
  }
}

export const FailIdempotencyKeyReused = Fail(IdempotencyKeyReused, "idempotency_key_reused", 422)

/**
 * Returns the request's `Idempotency-Key`, for routes that create objects. Returns undefined if there is none. Fails if
 * the key is malformed.
 */
export const idempotencyKey = Effect.gen(function* () {
  const { idempotencyKey: key } = yield* CurrentOrigin
  if (key === undefined || isUuid(key)) return key
  return yield* new Invalid({
    reason: "Idempotency-Key: must be a UUID",
    fields: [{ path: "Idempotency-Key", message: "Must be a UUID." }]
  })
})
