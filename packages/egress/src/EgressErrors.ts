import * as Schema from "effect/Schema"

/**
 * An address that is not fetched from, given or reached by a redirect. One answer for all that is not public, so that no
 * one learns which names and machines there are inside; a name that does not exist is answered alike.
 */
export class AddressRefused extends Schema.TaggedError<AddressRefused>()("AddressRefused", {}) {
  override get message(): string {
    return "This is not the address of a public website."
  }
}

/** The other side did not give what was asked for; `reason` is a sentence for people. */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", {
  code: Schema.Literal("unreachable", "timeout", "status", "redirects", "too-large", "type", "broken"),
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export type EgressError = AddressRefused | FetchFailed
