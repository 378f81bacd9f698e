import * as Schema from "effect/Schema"

/**
 * Errors that every slice shares, below HTTP: deciders and commands fail with these, and `wire/WireError` maps them to
 * a status. `message` is a sentence for people.
 */

/** One wrong field of a request: `path` as in `roots.0.path` (empty for the whole), `message` a sentence for people. */
export const FieldError = Schema.Struct({ path: Schema.String, message: Schema.String }).annotations({
  identifier: "FieldError"
})
export type FieldError = typeof FieldError.Type

/** An invalid part of a submitted text: its position, the possible continuations, and the likely intention. */
export const TextProblem = Schema.Struct({
  message: Schema.String,
  /** In UTF-16 code units. */
  position: Schema.Int,
  length: Schema.Int,
  expected: Schema.Array(Schema.String),
  suggestion: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "TextProblem" })

/** The request does not have the shape or the limits that its route requires; `fields` names the invalid ones. */
export class Invalid extends Schema.TaggedError<Invalid>()("Invalid", {
  reason: Schema.String,
  fields: Schema.optional(Schema.Array(FieldError)),
  /** For a filter in its text form: every problem with its position. */
  details: Schema.optional(Schema.Array(TextProblem))
}) {
  override get message(): string {
    return this.reason
  }
}

/** Nothing with this id is visible to the caller. Hidden and missing things get the same answer. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { what: Schema.String }) {
  override get message(): string {
    return `${this.what.charAt(0).toUpperCase()}${this.what.slice(1)} not found.`
  }
}

/** The state changed in the meantime, or the value is already taken. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

export class AuthenticationRequired extends Schema.TaggedError<AuthenticationRequired>()(
  "AuthenticationRequired",
  {}
) {
  override get message(): string {
    return "Sign in to use this."
  }
}

export class AdminRequired extends Schema.TaggedError<AdminRequired>()("AdminRequired", {}) {
  override get message(): string {
    return "Only an administrator may do this."
  }
}

/** The caller is signed in but lacks this particular permission. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** A remote server did not deliver what we requested; `reason` is a sentence for people. */
export class UpstreamFailed extends Schema.TaggedError<UpstreamFailed>()("UpstreamFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The disk has no room for the upload. */
export class StorageFull extends Schema.TaggedError<StorageFull>()("StorageFull", {}) {
  override get message(): string {
    return "The server’s disk is full. Nothing was changed."
  }
}

/** The disk rejects our own writes; `code` is the errno name. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  code: Schema.String
}) {
  override get message(): string {
    return `The server cannot write to its disk (${this.code}). Nothing was changed.`
  }
}

/** The caller is viewing the library as another account and cannot change anything while doing so. */
export class ViewOnly extends Schema.TaggedError<ViewOnly>()("ViewOnly", {}) {
  override get message(): string {
    return "You are viewing the library as another account, so you cannot change anything. Return to your own account first."
  }
}

/** A prerequisite has not finished yet; retrying shortly will work. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}
