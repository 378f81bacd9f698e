import * as Schema from "effect/Schema"

/**
 * What goes wrong in every slice, below HTTP: deciders and commands fail with these, `wire/WireError` gives them their
 * status. `message` is a sentence for people.
 */

/** One wrong field of a request: `path` as in `roots.0.path` (empty for the whole), `message` a sentence for people. */
export const FieldError = Schema.Struct({ path: Schema.String, message: Schema.String }).annotations({
  identifier: "FieldError"
})
export type FieldError = typeof FieldError.Type

/** A wrong part of a text that was sent: where it is, what could stand there, and what was probably meant. */
export const TextProblem = Schema.Struct({
  message: Schema.String,
  /** In UTF-16 code units. */
  position: Schema.Int,
  length: Schema.Int,
  expected: Schema.Array(Schema.String),
  suggestion: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "TextProblem" })

/** A request that does not have the shape or the bounds its route asks for; `fields` names the wrong ones. */
export class Invalid extends Schema.TaggedError<Invalid>()("Invalid", {
  reason: Schema.String,
  fields: Schema.optional(Schema.Array(FieldError)),
  /** Of a filter in its text form: every problem with its place. */
  details: Schema.optional(Schema.Array(TextProblem))
}) {
  override get message(): string {
    return this.reason
  }
}

/** Nothing with this id that the caller may see. What is hidden answers exactly like what is not there. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { what: Schema.String }) {
  override get message(): string {
    return `${this.what.charAt(0).toUpperCase()}${this.what.slice(1)} not found.`
  }
}

/** The state has moved on, or the value is taken. */
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

/** A signed-in caller without this particular permission. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** Another machine that was asked for something did not give it; `reason` is a sentence for people. */
export class UpstreamFailed extends Schema.TaggedError<UpstreamFailed>()("UpstreamFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** The disk has no room for what was sent. */
export class StorageFull extends Schema.TaggedError<StorageFull>()("StorageFull", {}) {
  override get message(): string {
    return "The server’s disk is full. Nothing was changed."
  }
}

/** The disk refuses what we write ourselves; `code` is the name of the errno. */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  code: Schema.String
}) {
  override get message(): string {
    return `The server cannot write to its disk (${this.code}). Nothing was changed.`
  }
}

/** The caller looks at what another account sees, and can change nothing meanwhile. */
export class ViewOnly extends Schema.TaggedError<ViewOnly>()("ViewOnly", {}) {
  override get message(): string {
    return "Nothing can be changed while you see what another account sees. Go back to your own account first."
  }
}

/** Something that must come first has not happened yet; trying again shortly is right. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}
