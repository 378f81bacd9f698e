import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { changeView, createView, removeView } from "./commands.ts"
import { ViewsGroup } from "./contract.ts"
import { listViews } from "./queries.ts"

export const ViewsLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(ViewsGroup), "views", (handlers) =>
  handlers
    .handle("list", ({ urlParams }) => respondTo((principal) => listViews(principal, urlParams)))
    .handle("create", ({ payload }) => respondTo((principal) => createView(principal, payload)))
    .handle("update", ({ path, payload }) =>
      respondTo((principal) => changeView(principal, path.id, payload))
    )
    .handle("remove", ({ path }) => respondTo((principal) => removeView(principal, path.id)))
)
