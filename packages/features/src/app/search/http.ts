import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import { SearchRoutes } from "./contract.ts"

export const SearchLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(SearchRoutes), "search", (handlers) =>
  handlers
    .handle("search", () => respondTo(() => Effect.succeed({ groups: [], people: [], problems: [] })))
    .handle("facets", () => respondTo(() => Effect.succeed({ facets: [] })))
    .handle("suggest", () => respondTo(() => Effect.succeed([])))
)
