import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { SimilarGroup } from "./contract.ts"
import { similarTo } from "./queries.ts"

export const SimilarLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SimilarGroup),
  "similar",
  (handlers) => handlers.handle("list", ({ path }) => respondTo((principal) => similarTo(principal, path.id)))
)
