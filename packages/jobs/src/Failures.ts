import * as Schema from "effect/Schema"

const fields = {
  message: Schema.String,
  detail: Schema.optional(Schema.String),
  /** What failures of this kind have in common, where `message` names a file or a number; see `reasonOf`. */
  reason: Schema.optional(Schema.String)
}

/** The attempt failed; another one, later, may succeed. `detail` is for the operator: last lines of stderr, a path. */
export class RetryableFailure extends Schema.TaggedError<RetryableFailure>()("RetryableFailure", fields) {}

/** No further attempt can succeed (a corrupt file, a deleted entity): the run is exhausted at once. */
export class PermanentFailure extends Schema.TaggedError<PermanentFailure>()("PermanentFailure", fields) {}

/**
 * What a run shows of its last failure. `reason` is left out where it is the message. `isFinal`: trying again would
 * give the same answer.
 */
export const JobError = Schema.Struct({ ...fields, isFinal: Schema.optional(Schema.Literal(true)) })
export type JobError = typeof JobError.Type
