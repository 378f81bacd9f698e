import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { editItems, examineItems, removeMany, setUserState, tryEdit } from "./commands.ts"
import { valuesOfTarget } from "./values.ts"
import { BulkAdminGroup, BulkGroup } from "./contract.ts"

export const BulkAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(BulkAdminGroup),
  "bulkAdmin",
  (handlers) =>
    handlers
      .handle("edit", ({ payload: { changes, isTried, ...target } }) =>
        respondTo((principal) =>
          isTried === true && target.dryRun === true
            ? tryEdit(principal, target, changes)
            : editItems(principal, target, changes)
        )
      )
      .handle("values", ({ payload }) => respondTo((principal) => valuesOfTarget(principal, payload)))
      .handle("examine", ({ payload }) => respondTo((principal) => examineItems(principal, payload)))
      .handle("remove", ({ payload: { deleteFile, ...target } }) =>
        respondTo((principal) => removeMany(principal, target, deleteFile === true))
      )
)

export const BulkLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(BulkGroup), "bulk", (handlers) =>
  handlers.handle("setUserState", ({ payload: { userState, ...target } }) =>
    respondTo((principal) => setUserState(principal, target, userState))
  )
)
