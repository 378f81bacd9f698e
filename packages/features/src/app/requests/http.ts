import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { answerRequest, makeRequest, withdrawRequest } from "./commands.ts"
import { ReceivedRequestsGroup, RequestsGroup } from "./contract.ts"
import { listReceived, listRequests } from "./queries.ts"

export const RequestsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(RequestsGroup),
  "requests",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams }) => respondTo((principal) => listRequests(principal, urlParams)))
      .handle("make", ({ payload }) => respondTo((principal) => makeRequest(principal, payload)))
      .handle("withdraw", ({ path }) => respondTo((principal) => withdrawRequest(principal, path.id)))
)

export const ReceivedRequestsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(ReceivedRequestsGroup),
  "receivedRequests",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams }) => respondTo((principal) => listReceived(principal, urlParams)))
      .handle("answer", ({ path, payload }) =>
        respondTo((principal) => answerRequest(principal, path.id, payload))
      )
)
