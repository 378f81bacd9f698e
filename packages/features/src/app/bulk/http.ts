import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { examineItems, removeMany } from "./commands.ts"
import { BulkAdminGroup, BulkGroup } from "./contract.ts"
import { editSelection } from "./selection.ts"
import { valuesOfTarget } from "./values.ts"

export const BulkAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(BulkAdminGroup),
  "bulkAdmin",
  (handlers) =>
    handlers
      .handle("examine", ({ payload }) => respondTo((principal) => examineItems(principal, payload)))
      .handle("remove", ({ payload: { deleteFile, ...target } }) =>
        respondTo((principal) => removeMany(principal, target, deleteFile === true))
      )
)

export const BulkLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(BulkGroup), "bulk", (handlers) =>
  handlers
    .handle("edit", ({ payload: { changes, isTried, onConflict, onLocked, since, ...target } }) =>
      respondTo((principal) =>
        editSelection(principal, target, { changes, onConflict, onLocked, since }, isTried === true)
      )
    )
    .handle("values", ({ payload }) => respondTo((principal) => valuesOfTarget(principal, payload)))
)
