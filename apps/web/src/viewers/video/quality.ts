import { bitRate } from "@/lib/format"
import { translate } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"
import { messages } from "./messages"
import type { PlaybackMode } from "./playbackMode"

export interface QualityChoice {
  readonly height: number
  /** Peak bit rate in bits per second. Undefined until the server has responded. */
  readonly bandwidth?: number
}

/** Returns the label of the quality button: "Auto, 720p", "Original", "480p". `currentHeight` is 0 while unknown. */
export const qualityLabel = (mode: PlaybackMode, currentHeight: number): string => {
  if (mode === "direct") return translate(messages, "original")
  if (mode === "auto")
    return currentHeight > 0
      ? translate(messages, "autoAt", { height: String(currentHeight) })
      : translate(messages, "auto")
  return translate(messages, "height", { height: String(mode) })
}

/** Returns the quality menu: Auto first, then the original file, then the heights in descending order. */
export const qualityEntries = (
  choices: ReadonlyArray<QualityChoice>,
  originalBitRate: number | null
): ReadonlyArray<MenuEntry> => [
  { id: "auto", label: translate(messages, "auto") },
  {
    id: "direct",
    label: translate(messages, "original"),
    ...(originalBitRate === null ? {} : { hint: bitRate(originalBitRate) })
  },
  ...[...choices]
    .sort((one, other) => other.height - one.height)
    .map(({ bandwidth, height }) => ({
      id: String(height),
      label: translate(messages, "height", { height: String(height) }),
      ...(bandwidth === undefined ? {} : { hint: bitRate(bandwidth) })
    }))
]

export const modeOfEntry = (id: string): PlaybackMode => (id === "auto" || id === "direct" ? id : Number(id))
