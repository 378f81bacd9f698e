import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import * as Serve from "@media/wire/Serve"
import * as Effect from "effect/Effect"
import { emptyTrash, purgeItem, restoreItem } from "./commands.ts"
import { TrashGroup } from "./contract.ts"
import { listTrash } from "./queries.ts"

export const TrashLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(TrashGroup), "trash", (handlers) =>
  handlers
    .handle("list", Serve.list(listTrash))
    .handle("restore", ({ path }) =>
      respondTo((principal) => Effect.as(restoreItem(principal, path.id), null))
    )
    .handle("purge", ({ path }) => respondTo((principal) => Effect.as(purgeItem(principal, path.id), null)))
    .handle("empty", () =>
      respondTo((principal) => Effect.map(emptyTrash(principal), (purged) => ({ purged })))
    )
)
