import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

const JobsView = Schema.Struct({
  id: Schema.String.pipe(Schema.maxLength(100)),
  status: Schema.optionalWith(
    Schema.Literal("queued", "started", "completed", "failed", "cancelled", "active"),
    {
      exact: true
    }
  ),
  queue: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(100)), { exact: true }),
  q: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(200)), { exact: true }),
  targetType: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(100)), { exact: true }),
  targetId: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(100)), { exact: true }),
  // The limit of 1,000 characters leaves room for the rest of a client message, which may have at most 4 KB.
  reason: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(1_000)), { exact: true }),
  limit: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, 500)), { exact: true })
})

const Message = Schema.Union(
  Schema.Struct({
    t: Schema.Literal("hello"),
    v: Schema.Number,
    epoch: Schema.optionalWith(Schema.String.pipe(Schema.maxLength(100)), { exact: true }),
    since: Schema.optionalWith(Schema.Int, { exact: true }),
    view: Schema.optionalWith(JobsView, { exact: true })
  }),
  Schema.Struct({ t: Schema.Literal("view"), view: Schema.NullOr(JobsView) }),
  Schema.Struct({ t: Schema.Literal("ack"), seq: Schema.Int }),
  Schema.Struct({ t: Schema.Literal("pause") }),
  Schema.Struct({ t: Schema.Literal("resume"), since: Schema.Int })
)
export type ClientMessage = typeof Message.Type

const decode = Schema.decodeUnknownEither(Message)

/** Parses a message of a client. Returns undefined if the message violates the protocol. */
export const parseClientMessage = (text: string): ClientMessage | undefined => {
  try {
    return Either.getOrUndefined(decode(JSON.parse(text)))
  } catch {
    return undefined
  }
}
