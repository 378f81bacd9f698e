import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { clearKind } from "./commands.ts"
import { StorageGroup } from "./contract.ts"
import { storageUsage } from "./queries.ts"

export const StorageLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(StorageGroup),
  "storage",
  (handlers) =>
    handlers
      .handle("usage", () => respondTo(storageUsage))
      .handle("clear", ({ payload }) => respondTo((principal) => clearKind(principal, payload)))
)
