import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { HistoryGroup } from "./contract.ts"
import { historyActors, historyPage } from "./queries.ts"

export const HistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(HistoryGroup),
  "history",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams }) => respondTo((principal) => historyPage(principal, urlParams)))
      .handle("actors", () => respond(historyActors))
)
