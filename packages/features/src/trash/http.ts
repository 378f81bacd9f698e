import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond } from "@media/wire/Respond"
import { CurrentPrincipal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { emptyTrash, purgeItem, restoreItem } from "./commands.ts"
import { TrashGroup } from "./contract.ts"
import { listTrash } from "./queries.ts"

export const TrashLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(TrashGroup), "trash", (handlers) =>
  handlers
    .handle("list", ({ urlParams }) =>
      respond(Effect.flatMap(CurrentPrincipal, (principal) => listTrash(principal, urlParams)))
    )
    .handle("restore", ({ path }) =>
      respond(
        Effect.as(
          Effect.flatMap(CurrentPrincipal, (principal) => restoreItem(principal, path.id)),
          null
        )
      )
    )
    .handle("purge", ({ path }) =>
      respond(
        Effect.as(
          Effect.flatMap(CurrentPrincipal, (principal) => purgeItem(principal, path.id)),
          null
        )
      )
    )
    .handle("empty", () =>
      respond(Effect.map(Effect.flatMap(CurrentPrincipal, emptyTrash), (purged) => ({ purged })))
    )
)
