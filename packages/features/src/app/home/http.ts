import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { reviewProblems } from "./commands.ts"
import { HomeAdminGroup, HomeGroup } from "./contract.ts"
import { homeOf } from "./queries.ts"

export const HomeLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(HomeGroup), "home", (handlers) =>
  handlers.handle("get", () => respondTo(homeOf))
)

export const HomeAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(HomeAdminGroup),
  "homeAdmin",
  (handlers) => handlers.handle("reviewProblems", () => respondTo(reviewProblems))
)
