import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respondTo } from "@media/wire/Respond"
import { configurePlugin, executePlugin, setPluginAuth, setPluginHost } from "./commands.ts"
import { PluginsGroup } from "./contract.ts"
import { installPlugin, removePlugin } from "./install.ts"
import { listRuns } from "./runs.ts"
import { availablePlugins, listPlugins } from "./queries.ts"

export const PluginsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(PluginsGroup),
  "plugins",
  (handlers) =>
    handlers
      .handle("list", () => respondTo(listPlugins))
      .handle("install", ({ payload }) => respondTo((principal) => installPlugin(principal, payload)))
      .handle("remove", ({ path: { id } }) => respondTo((principal) => removePlugin(principal, id)))
      .handle("removeById", ({ urlParams: { id } }) => respondTo((principal) => removePlugin(principal, id)))
      .handle("configure", ({ path: { id }, payload }) =>
        respondTo((principal) => configurePlugin(principal, id, payload))
      )
      .handle("setAuth", ({ path, payload: { value } }) =>
        respondTo((principal) => setPluginAuth(principal, path, value))
      )
      .handle("setHost", ({ path: { id }, payload }) =>
        respondTo((principal) => setPluginHost(principal, id, payload))
      )
      .handle("runs", () => respondTo(listRuns))
      .handle("available", ({ urlParams: { index } }) => respondTo(() => availablePlugins(index)))
      .handle("execute", ({ path: { id }, payload }) =>
        respondTo((principal) => executePlugin(principal, id, payload))
      )
)
