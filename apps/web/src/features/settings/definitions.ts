import type { Settings } from "@media/features/platform/settings/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** The sections of the settings page in navigation order. */
export const sectionNames = ["playback", "previews", "jobs", "plugins", "system"] as const
export type SectionName = (typeof sectionNames)[number]

type SettingOf<Value> = {
  [Key in keyof Settings]: Settings[Key] extends Value ? Key : never
}[keyof Settings]
export type NumberSetting = SettingOf<number>
export type SwitchSetting = Exclude<SettingOf<boolean>, "metadata_storage_dedicated" | "setup_completed">

export interface NumberDefinition {
  readonly key: NumberSetting
  readonly section: SectionName
  readonly label: () => string
  readonly help: () => string
  readonly min: number
  readonly max: number
  readonly standard: number
  readonly unit: (amount: number) => string
}

export const standardPlaybackMode: Settings["default_playback_mode"] = "direct"

export interface SwitchDefinition {
  readonly key: SwitchSetting
  readonly section: SectionName
  readonly label: () => string
  readonly help: () => string
}

export const switchSettings: ReadonlyArray<SwitchDefinition> = [
  {
    key: "generate_trickplay",
    section: "previews",
    label: () => translate(messages, "trickplay"),
    help: () => translate(messages, "trickplayHelp")
  },
  {
    key: "generate_preview_clips",
    section: "previews",
    label: () => translate(messages, "clips"),
    help: () => translate(messages, "clipsHelp")
  },
  {
    key: "generate_phash",
    section: "jobs",
    label: () => translate(messages, "perceptual"),
    help: () => translate(messages, "perceptualHelp")
  },
  {
    key: "allow_scripts",
    section: "plugins",
    label: () => translate(messages, "scripts"),
    help: () => translate(messages, "scriptsHelp")
  }
]

export const numberSettings: ReadonlyArray<NumberDefinition> = [
  {
    key: "trickplay_interval_seconds",
    section: "previews",
    label: () => translate(messages, "interval"),
    help: () => translate(messages, "intervalHelp"),
    min: 1,
    max: 300,
    standard: 10,
    unit: (count) => translate(messages, "second", { count })
  },
  {
    key: "trickplay_quality",
    section: "previews",
    label: () => translate(messages, "quality"),
    help: () => translate(messages, "qualityHelp"),
    min: 1,
    max: 5,
    standard: 2,
    unit: () => translate(messages, "ofFive")
  },
  {
    key: "background_worker_concurrency",
    section: "jobs",
    label: () => translate(messages, "concurrency"),
    help: () => translate(messages, "concurrencyHelp"),
    min: 1,
    max: 16,
    standard: 1,
    unit: (count) => translate(messages, "job", { count })
  }
]
