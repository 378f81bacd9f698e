import type { Settings } from "@media/features/platform/settings/contract"
import { perTab } from "@/lib/storage"

/**
 * The way in which a video is played. `auto` adapts the stream to the network, `direct` plays the original file, and a
 * number is a fixed height of the stream.
 */
export type PlaybackMode = "auto" | "direct" | number

const KEY = "playback-mode"

const parse = (text: string | null): PlaybackMode | undefined => {
  if (text === "auto" || text === "direct") return text
  const height = Number(text)
  return text !== null && Number.isInteger(height) && height > 0 ? height : undefined
}

/** Returns the mode that the user chose in this tab. Otherwise returns the mode from the server's settings. */
export const initialMode = (setting: Settings["default_playback_mode"] | undefined): PlaybackMode =>
  parse(perTab.read(KEY)) ?? (setting === "hls" ? "auto" : "direct")

export const rememberMode = (mode: PlaybackMode): void => perTab.write(KEY, String(mode))
