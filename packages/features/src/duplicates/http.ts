import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import {
  dismissDuplicates,
  resolveDuplicates,
  revokeDismissal,
  undoBatch,
  undoResolution
} from "./commands.ts"
import { DuplicatesGroup } from "./contract.ts"
import { listBatches } from "./batches.ts"
import { listDismissals, listDuplicates } from "./queries.ts"

export const DuplicatesLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(DuplicatesGroup),
  "duplicates",
  (handlers) =>
    handlers
      .handle("list", ({ urlParams }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => listDuplicates(principal, urlParams)))
      )
      .handle("dismissals", ({ urlParams }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => listDismissals(principal, urlParams)))
      )
      .handle("dismiss", ({ payload }) =>
        respond(
          Effect.flatMap(CurrentPrincipal, (principal) => dismissDuplicates(principal, payload.itemIds))
        )
      )
      .handle("revoke", ({ path }) =>
        respond(
          Effect.as(
            Effect.flatMap(CurrentPrincipal, (principal) => revokeDismissal(principal, path.id)),
            null
          )
        )
      )
      .handle("resolve", ({ payload }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => resolveDuplicates(principal, payload)))
      )
      .handle("undo", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => undoResolution(principal, path.id)))
      )
      .handle("batches", ({ urlParams }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => listBatches(principal, urlParams)))
      )
      .handle("undoBatch", ({ path }) =>
        respond(Effect.flatMap(CurrentPrincipal, (principal) => undoBatch(principal, path.id)))
      )
)
