import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { stopLargeChange, undoChange } from "./commands.ts"
import { UndoGroup } from "./contract.ts"
import { largeChange } from "./queries.ts"

export const UndoLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(UndoGroup), "undo", (handlers) =>
  handlers
    .handle("undo", ({ payload }) => respondTo((principal) => undoChange(principal, payload)))
    .handle("batch", ({ path: { id } }) => respondTo((principal) => largeChange(principal, id)))
    .handle("stop", ({ path: { id } }) => respondTo((principal) => stopLargeChange(principal, id)))
)
