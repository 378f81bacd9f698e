import * as Schema from "effect/Schema"

/** The attempt failed; another one, later, may succeed. `detail` is for the operator: last lines of stderr, a path. */
export class RetryableFailure extends Schema.TaggedError<RetryableFailure>()("RetryableFailure", {
  message: Schema.String,
  detail: Schema.optional(Schema.String)
}) {}

/** No further attempt can succeed (a corrupt file, a deleted entity): the run is exhausted at once. */
export class PermanentFailure extends Schema.TaggedError<PermanentFailure>()("PermanentFailure", {
  message: Schema.String,
  detail: Schema.optional(Schema.String)
}) {}

/** What a run shows of its last failure. */
export const JobError = Schema.Struct({ message: Schema.String, detail: Schema.optional(Schema.String) })
export type JobError = typeof JobError.Type
