import * as Schema from "effect/Schema"

const fields = {
  message: Schema.String,
  detail: Schema.optional(Schema.String),
  /** The part that failures of this kind share if `message` names a file or a number; see `reasonOf`. */
  reason: Schema.optional(Schema.String)
}

/** The attempt failed, but a later one may succeed. `detail` is for the operator: last lines of stderr, a path. */
export class RetryableFailure extends Schema.TaggedError<RetryableFailure>()("RetryableFailure", fields) {}

/** No further attempt can succeed (a corrupt file, a deleted entity): the run is exhausted at once. */
export class PermanentFailure extends Schema.TaggedError<PermanentFailure>()("PermanentFailure", fields) {}

/**
 * The last failure in the form that a run shows. `reason` is omitted if it equals the message. `isFinal` is true if a
 * retry would give the same result.
 */
export const JobError = Schema.Struct({ ...fields, isFinal: Schema.optional(Schema.Literal(true)) })
export type JobError = typeof JobError.Type
