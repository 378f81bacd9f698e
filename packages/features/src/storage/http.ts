import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { clearKind } from "./commands.ts"
import { StorageGroup } from "./contract.ts"
import { storageUsage } from "./queries.ts"

export const StorageLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(StorageGroup),
  "storage",
  (handlers) =>
    handlers
      .handle("usage", () => respond(storageUsage))
      .handle("clear", ({ payload }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => clearKind(principal, payload)))
      )
)
