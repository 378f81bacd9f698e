import type { Settings } from "@media/features/settings/contract"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** In the order of the navigation; one without a setting is left out of it. */
export const sectionNames = ["playback", "jobs", "system"] as const
export type SectionName = (typeof sectionNames)[number]

export type NumberSetting = Exclude<
  keyof Settings,
  "default_playback_mode" | "generate_phash" | "hardware_encoder" | "setup_completed"
>

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

/**
 * Settings that change something today. Those of preview pictures (`trickplay_*`) are accepted by the API and appear here
 * with what uses them.
 */
export const numberSettings: ReadonlyArray<NumberDefinition> = [
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
