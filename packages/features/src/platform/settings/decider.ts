import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import { defaultSettings, type Settings } from "./contract.ts"
import type { SettingsEvent } from "./events.ts"

export interface ChangeSettings {
  readonly _tag: "Change"
  readonly patch: Partial<Settings>
}

export const settingsDecider: Decider<ChangeSettings, Settings, SettingsEvent, never> = {
  initial: defaultSettings,
  decide: ({ patch }, state) =>
    Either.right(
      Object.entries(patch)
        .filter(([name, value]) => value !== undefined && state[name as keyof Settings] !== value)
        .map(([name, value]) => ({ _tag: "settings.changed.v1" as const, name, value }))
    ),
  evolve: (state, { name, value }) => ({ ...state, [name]: value })
}
