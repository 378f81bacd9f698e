import * as Schema from "effect/Schema"

const fields = {
  message: Schema.String,
  detail: Schema.optional(Schema.String),
  /** The text by which failures of the same kind are grouped. By default, `reasonOf` derives it from `message`. */
  reason: Schema.optional(Schema.String)
}

/**
 * The attempt failed, but a later attempt may succeed. `detail` is for the operator: the last lines of stderr, or a
 * path.
 */
export class RetryableFailure extends Schema.TaggedError<RetryableFailure>()("RetryableFailure", fields) {}

/**
 * The attempt failed, and no later attempt can succeed, for example because the file is corrupt or the entity was
 * deleted. The run is exhausted immediately.
 */
export class PermanentFailure extends Schema.TaggedError<PermanentFailure>()("PermanentFailure", fields) {}

/**
 * The last failure of a run, as shown to operators. `reason` is omitted if it equals `message`. `isFinal` is true if a
 * retry would give the same result.
 */
export const JobError = Schema.Struct({ ...fields, isFinal: Schema.optional(Schema.Literal(true)) })
export type JobError = typeof JobError.Type
