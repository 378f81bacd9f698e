import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { UploadsGroup } from "./contract.ts"
import { checkUpload } from "./queries.ts"

export const UploadsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(UploadsGroup),
  "uploads",
  (handlers) =>
    handlers.handle("check", ({ payload }) => respondTo((principal) => checkUpload(principal, payload)))
)
