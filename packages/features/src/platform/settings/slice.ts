import { defineSlice } from "../../defineSlice.ts"
import { SettingsAdminGroup, SettingsGroup } from "./contract.ts"
import { settingsEvents } from "./events.ts"
import { SettingsAdminLive, SettingsLive } from "./http.ts"
import { settingsTopic } from "./live.ts"
import { settingsProjection } from "./projection.ts"
import { settingsHistory } from "./history.ts"
import { settingsUndo } from "./undo.ts"

export const settingsSlice = defineSlice({
  name: "settings",
  about: "instance-wide settings",
  stores: "events, one stream",
  open: ["queries"],
  events: settingsEvents,
  history: settingsHistory,
  undo: [settingsUndo],
  projections: [settingsProjection],
  groups: [
    [SettingsGroup, SettingsLive],
    [SettingsAdminGroup, SettingsAdminLive]
  ],
  live: [settingsTopic]
})
