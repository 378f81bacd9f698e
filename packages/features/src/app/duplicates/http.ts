import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import { dismissDuplicates, resolveDuplicates, revokeDismissal } from "./commands.ts"
import { DuplicatesGroup } from "./contract.ts"
import { listBatches } from "./batches.ts"
import { listDismissals, listDuplicates } from "./queries.ts"

export const DuplicatesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(DuplicatesGroup),
  "duplicates",
  (handlers) =>
    handlers
      .handle("list", Serve.list(listDuplicates))
      .handle("dismissals", Serve.list(listDismissals))
      .handle("dismiss", ({ payload }) =>
        respondTo((principal) => dismissDuplicates(principal, payload.itemIds))
      )
      .handle("revoke", ({ path }) =>
        respondTo((principal) => Effect.as(revokeDismissal(principal, path.id), null))
      )
      .handle("resolve", ({ payload }) => respondTo((principal) => resolveDuplicates(principal, payload)))
      .handle("batches", Serve.list(listBatches))
)
