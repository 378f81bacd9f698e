import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import { HistoryAdminGroup, HistoryGroup } from "./contract.ts"
import { historyActors, historyPage } from "./queries.ts"

export const HistoryLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(HistoryGroup),
  "history",
  (handlers) => handlers.handle("list", Serve.list(historyPage))
)

export const HistoryAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(HistoryAdminGroup),
  "historyAdmin",
  (handlers) => handlers.handle("actors", () => respond(historyActors))
)
