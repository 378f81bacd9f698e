import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import * as Serve from "@media/wire/Serve"
import { changeView, createView, removeView } from "./commands.ts"
import { ViewsGroup } from "./contract.ts"
import { listViews } from "./queries.ts"

export const ViewsLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(ViewsGroup), "views", (handlers) =>
  handlers
    .handle("list", Serve.list(listViews))
    .handle("create", Serve.create(createView))
    .handle("update", Serve.update(changeView))
    .handle("remove", Serve.remove(removeView))
)
