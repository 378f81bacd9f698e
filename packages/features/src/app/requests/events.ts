import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** An account requested media that the library does not contain. */
export const RequestMade = event("request.made.v1", {
  requestId: Uuid,
  accountId: Uuid,
  title: Schema.String,
  link: Schema.NullOr(Schema.String),
  words: Schema.NullOr(Schema.String)
})
/** An administrator answered a request. A later answer corrects the earlier answer. */
export const RequestAnswered = event("request.answered.v1", {
  requestId: Uuid,
  accountId: Uuid,
  answer: Schema.Literal("added", "declined"),
  itemId: Schema.NullOr(Uuid),
  reply: Schema.NullOr(Schema.String)
})
export const RequestWithdrawn = event("request.withdrawn.v1", {
  requestId: Uuid,
  accountId: Uuid,
  title: Schema.String
})

export const RequestEvent = Schema.Union(RequestMade, RequestAnswered, RequestWithdrawn)
export type RequestEvent = typeof RequestEvent.Type
export const requestEvents = RequestEvent.members
