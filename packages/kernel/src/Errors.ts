import * as Schema from "effect/Schema"

/**
 * Errors that every slice shares. They do not depend on HTTP: deciders and commands fail with them, and
 * `wire/WireError` maps them to a status. `message` is a message for users.
 */

/**
 * An invalid field of a request. `path` names the field, as in `roots.0.path`, and is empty for the whole request.
 * `message` is a message for users.
 */
export const FieldError = Schema.Struct({ path: Schema.String, message: Schema.String }).annotations({
  identifier: "FieldError"
})
export type FieldError = typeof FieldError.Type

/** An invalid part of a submitted text, with its position, the possible continuations, and a suggested correction. */
export const TextProblem = Schema.Struct({
  message: Schema.String,
  /** Offset of the invalid part in the text, in UTF-16 code units. */
  position: Schema.Int,
  length: Schema.Int,
  expected: Schema.Array(Schema.String),
  suggestion: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "TextProblem" })

/** The request violates the schema or the limits of its route. `fields` lists the invalid fields. */
export class Invalid extends Schema.TaggedError<Invalid>()("Invalid", {
  reason: Schema.String,
  fields: Schema.optional(Schema.Array(FieldError)),
  /** Every problem of a filter that was submitted as text, with its position. */
  details: Schema.optional(Schema.Array(TextProblem))
}) {
  override get message(): string {
    return this.reason
  }
}

/** No object with this id is visible to the caller. Hidden and missing objects get the same response. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { what: Schema.String }) {
  override get message(): string {
    return `${this.what.charAt(0).toUpperCase()}${this.what.slice(1)} not found.`
  }
}

/** The object changed in the meantime, or the value is already taken. */
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

/** A remote server did not deliver the requested data. `reason` is a message for users. */
export class UpstreamFailed extends Schema.TaggedError<UpstreamFailed>()("UpstreamFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The disk does not have enough space for the upload. */
export class StorageFull extends Schema.TaggedError<StorageFull>()("StorageFull", {}) {
  override get message(): string {
    return "The server’s disk is full. Nothing was changed."
  }
}

/** The disk rejects the server's own writes. `code` is the errno name. */
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

/** A prerequisite has not finished yet. The caller can retry shortly. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}
