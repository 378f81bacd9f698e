import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { SearchRoutes } from "./contract.ts"
import { facetsOf } from "./facets.ts"
import { search } from "./queries.ts"
import { suggest } from "./suggest.ts"

export const SearchLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(SearchRoutes), "search", (handlers) =>
  handlers
    .handle("search", ({ urlParams }) => respondTo((principal) => search(principal, urlParams)))
    .handle("facets", ({ urlParams }) => respondTo((principal) => facetsOf(principal, urlParams)))
    .handle("suggest", ({ urlParams }) => respondTo((principal) => suggest(principal, urlParams)))
)
