import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams, SafeText, ShownText } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"

const Title = ShownText(200).pipe(
  Schema.filter((title) => title.trim() !== "", { message: () => "must not be empty" })
)
/** A link with the scheme http or https. Administrators open the link, and other schemes could run code. */
const Link = ShownText(2_000).pipe(
  Schema.filter((link) => URL.canParse(link) && /^https?:$/.test(new URL(link).protocol), {
    message: () => "must be an address that starts with http:// or https://"
  })
)
const Words = SafeText(1_000)

/** The item that an administrator added to answer the request. Only accounts that may see the item receive it. */
export const RequestedItem = Schema.Struct({
  id: Uuid,
  kind: ItemKind,
  title: Schema.String
}).annotations({ identifier: "RequestedItem" })

export const RequestAnswer = Schema.Struct({
  answer: Schema.Literal("added", "declined"),
  at: Timestamp,
  reply: Schema.NullOr(Schema.String),
  item: Schema.NullOr(RequestedItem)
}).annotations({ identifier: "RequestAnswer" })

const requestFields = {
  id: Uuid,
  title: Schema.String,
  link: Schema.NullOr(Schema.String),
  words: Schema.NullOr(Schema.String),
  madeAt: Timestamp,
  /** The answer of an administrator, or null until the request is answered. */
  answer: Schema.NullOr(RequestAnswer)
}
export const MediaRequest = Schema.Struct(requestFields).annotations({ identifier: "MediaRequest" })
export type MediaRequest = typeof MediaRequest.Type

/** A request and the account that made it, for administrators. */
export const ReceivedRequest = Schema.Struct({
  ...requestFields,
  account: Schema.Struct({ id: Uuid, displayName: Schema.String })
}).annotations({ identifier: "ReceivedRequest" })
export type ReceivedRequest = typeof ReceivedRequest.Type

export const NewRequest = Body({
  title: Title,
  link: Schema.optional(Schema.NullOr(Link)),
  words: Schema.optional(Schema.NullOr(Words))
})
export type NewRequest = typeof NewRequest.Type

export const NewAnswer = Body({
  answer: Schema.Literal("added", "declined"),
  /** The item that was added to answer the request. */
  itemId: Schema.optional(Schema.NullOr(Uuid)),
  /** The message to the requester. Required if the answer is `declined`. */
  reply: Schema.optional(Schema.NullOr(Words))
})
export type NewAnswer = typeof NewAnswer.Type

export const ReceivedFilter = Schema.Struct({
  ...pageParams,
  state: Schema.optionalWith(Schema.Literal("open", "answered"), { default: () => "open" as const })
})
export type ReceivedFilter = typeof ReceivedFilter.Type

/** Routes for the caller's own requests, which other members cannot see. */
export class RequestsGroup extends HttpApiGroup.make("requests")
  .add(
    HttpApiEndpoint.get("list", "/api/requests")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("RequestsResponse", MediaRequest))
  )
  .add(
    HttpApiEndpoint.post("make", "/api/requests")
      .setPayload(NewRequest)
      .addSuccess(Ok("MakeRequestResponse", MediaRequest, 201))
      .addError(FailInvalid)
      // The response is 404 if the account was deleted in the meantime.
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.del("withdraw", "/api/requests/:id")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireSession) {}

/** Routes for the requests of all accounts. */
export class ReceivedRequestsGroup extends HttpApiGroup.make("receivedRequests")
  .add(
    HttpApiEndpoint.get("list", "/api/requests/received")
      .setUrlParams(ReceivedFilter)
      .addSuccess(Page("ReceivedRequestsResponse", ReceivedRequest))
  )
  .add(
    HttpApiEndpoint.put("answer", "/api/requests/:id/answer")
      .setPath(idPath)
      .setPayload(NewAnswer)
      .addSuccess(Ok("AnswerRequestResponse", ReceivedRequest))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}
