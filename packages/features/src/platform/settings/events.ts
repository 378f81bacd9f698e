import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

export const SettingChanged = event("settings.changed.v1", {
  name: Schema.String,
  value: Schema.Union(Schema.String, Schema.Number, Schema.Boolean)
})
export const SettingsEvent = SettingChanged
export type SettingsEvent = typeof SettingsEvent.Type
export const settingsEvents = [SettingChanged]

/** The id of the single stream of settings, which contains the changes to all settings. */
export const SETTINGS_STREAM = "00000000-0000-7000-8000-000000000001"
