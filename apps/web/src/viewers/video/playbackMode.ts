import type { Settings } from "@media/features/platform/settings/contract"
import { perTab } from "@/lib/storage"

/** Adaptive, the original file, or a fixed height of the adaptive stream. */
export type PlaybackMode = "auto" | "direct" | number

const KEY = "playback-mode"

const parse = (text: string | null): PlaybackMode | undefined => {
  if (text === "auto" || text === "direct") return text
  const height = Number(text)
  return text !== null && Number.isInteger(height) && height > 0 ? height : undefined
}

/** The choice lasts as long as the tab; a new session starts with the server's setting. */
export const initialMode = (setting: Settings["default_playback_mode"] | undefined): PlaybackMode =>
  parse(perTab.read(KEY)) ?? (setting === "hls" ? "auto" : "direct")

export const rememberMode = (mode: PlaybackMode): void => perTab.write(KEY, String(mode))
