import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import * as Serve from "@media/wire/Serve"
import { SearchRoutes } from "./contract.ts"
import { facetsOf } from "./facets.ts"
import { search } from "./queries.ts"
import { suggest } from "./suggest.ts"

export const SearchLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(SearchRoutes), "search", (handlers) =>
  handlers
    .handle("search", Serve.list(search))
    .handle("facets", Serve.list(facetsOf))
    .handle("suggest", Serve.list(suggest))
)
