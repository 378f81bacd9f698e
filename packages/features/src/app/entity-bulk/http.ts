import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { editEntities, removeEntities } from "./commands.ts"
import { valuesOfEntities } from "./values.ts"
import { EntityBulkAdminGroup, EntityBulkGroup } from "./contract.ts"

export const EntityBulkAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(EntityBulkAdminGroup),
  "entityBulkAdmin",
  (handlers) =>
    handlers.handle("remove", ({ payload }) => respondTo((principal) => removeEntities(principal, payload)))
)

export const EntityBulkLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(EntityBulkGroup),
  "entityBulk",
  (handlers) =>
    handlers
      .handle("edit", ({ payload: { changes, ...target } }) =>
        respondTo((principal) => editEntities(principal, target, changes))
      )
      .handle("values", ({ payload }) => respondTo((principal) => valuesOfEntities(principal, payload)))
)
