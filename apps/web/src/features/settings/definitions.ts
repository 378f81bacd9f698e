import type { Settings } from "@media/features/settings/contract"

export type NumberSetting = Exclude<keyof Settings, "default_playback_mode">

export interface NumberDefinition {
  readonly key: NumberSetting
  readonly label: string
  readonly help: string
  /** What a change sets in motion. */
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
    help: "Time between two of the small pictures above the seek bar. They come with a later version.",
    effect: "Used once preview pictures are made.",
    min: 1,
    max: 300,
    standard: 10,
    unit: ["second", "seconds"]
  },
  {
    key: "trickplay_quality",
    label: "Preview quality",
    help: "Of those small pictures: from 1, small and quick, to 5, large and sharp.",
    effect: "Used once preview pictures are made.",
    min: 1,
    max: 5,
    standard: 2,
    unit: ["", ""]
  },
  {
    key: "background_worker_concurrency",
    label: "Jobs at once",
    help: "How many jobs of each queue run at the same time. More finish sooner, but leave less for watching.",
    effect: "The worker takes it over at once; running jobs go on.",
    min: 1,
    max: 16,
    standard: 1,
    unit: ["job", "jobs"]
  }
]
