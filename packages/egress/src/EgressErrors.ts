import * as Schema from "effect/Schema"

/**
 * The URL must not be fetched, or it redirects to a URL that must not be fetched. The error is the same for all
 * forbidden addresses and for names that do not exist, so that the error does not reveal which internal names and
 * machines exist.
 */
export class AddressRefused extends Schema.TaggedError<AddressRefused>()("AddressRefused", {}) {
  override get message(): string {
    return "This is not the address of a public website."
  }
}

/** The remote server did not deliver the content. `reason` is a message for users. */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", {
  code: Schema.Literal("unreachable", "timeout", "status", "redirects", "too-large", "type", "broken"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export type EgressError = AddressRefused | FetchFailed
