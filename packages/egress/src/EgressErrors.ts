import * as Schema from "effect/Schema"

/**
 * The URL, or one it redirects to, must not be fetched. All non-public addresses and nonexistent names get the same
 * response, so that no one can probe for internal names and machines.
 */
export class AddressRefused extends Schema.TaggedError<AddressRefused>()("AddressRefused", {}) {
  override get message(): string {
    return "This is not the address of a public website."
  }
}

/** The remote server did not deliver the content; `reason` is a sentence for people. */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", {
  code: Schema.Literal("unreachable", "timeout", "status", "redirects", "too-large", "type", "broken"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export type EgressError = AddressRefused | FetchFailed
