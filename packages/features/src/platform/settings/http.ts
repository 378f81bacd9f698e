import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { changeSettings } from "./commands.ts"
import { SettingsAdminGroup, SettingsGroup, type Settings } from "./contract.ts"
import { currentSettings } from "./queries.ts"

export const SettingsLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SettingsGroup),
  "settings",
  (handlers) => handlers.handle("get", () => respond(currentSettings))
)

export const SettingsAdminLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SettingsAdminGroup),
  "settingsAdmin",
  (handlers) =>
    handlers.handle("update", ({ payload }) =>
      respondTo((principal) => changeSettings(principal, payload as Partial<Settings>))
    )
)
