import { history } from "../../EventHistory.ts"

export const pluginHistory = history(
  { kind: "settings" },
  { "plugin.host-set.v1": "changed the websites that a plugin may access" }
)
