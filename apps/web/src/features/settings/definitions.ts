import type { Settings } from "@media/features/settings/contract"

export type NumberSetting = Exclude<keyof Settings, "default_playback_mode">

export interface NumberDefinition {
  readonly key: NumberSetting
  readonly label: string
  readonly help: string
  /** The effect of a change. */
  readonly effect: string
  readonly min: number
  readonly max: number
  readonly standard: number
  readonly unit: readonly [one: string, many: string]
}

export const standardPlaybackMode: Settings["default_playback_mode"] = "direct"

export const numberSettings: ReadonlyArray<NumberDefinition> = [
  {
    key: "trickplay_interval_seconds",
    label: "Preview interval",
    help: "Time between two preview thumbnails above the seek bar. Previews come with a later version.",
    effect: "Used once preview thumbnails exist.",
    min: 1,
    max: 300,
    standard: 10,
    unit: ["second", "seconds"]
  },
  {
    key: "trickplay_quality",
    label: "Preview quality",
    help: "From 1 (small, fast) to 5 (large, sharp).",
    effect: "Used once preview thumbnails exist.",
    min: 1,
    max: 5,
    standard: 2,
    unit: ["", ""]
  },
  {
    key: "background_worker_concurrency",
    label: "Parallel jobs per queue",
    help: "Higher is faster, but can make playback stutter.",
    effect: "Takes effect immediately; running jobs continue.",
    min: 1,
    max: 16,
    standard: 1,
    unit: ["job", "jobs"]
  }
]
