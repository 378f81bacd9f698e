import type { AudioTrack } from "@media/features/media/audio/contract"
import { apiAddress } from "@/lib/urlBase"
import type { Source } from "./deck"
import { audioElements } from "./elements"
import { gainFactor, type GainMode } from "./gain"

/**
 * Minimum duration in seconds of a long track, such as an audiobook, a talk or a mix. Long tracks resume where the user
 * stopped. Shorter tracks start over.
 */
export const LONG_S = 20 * 60
export const isLong = ({ duration }: Pick<AudioTrack, "duration">): boolean => (duration ?? 0) >= LONG_S

const says = (type: string): boolean => audioElements()[0].canPlayType(type) !== ""

/**
 * Returns the URL of the original file if the browser can play the file. Otherwise returns the URL of the transcoded
 * audio. `isRefused` is true if the browser has failed to play the original although it claims to support the format.
 */
export const bytesOf = (
  { playback }: Pick<AudioTrack, "playback">,
  canPlay: (type: string) => boolean = says,
  isRefused = false
): string => {
  const { convertedUrl, directPlayable, directType, directUrl } = playback
  if (convertedUrl === null) return directUrl
  const isPlayed = directPlayable || (directType !== null && canPlay(directType))
  return isPlayed && !isRefused ? directUrl : convertedUrl
}

/** Returns the URL, volume factor and start position of a track. */
export const sourceOf = (
  track: AudioTrack,
  mode: GainMode,
  { isRefused = false, startAt }: { readonly isRefused?: boolean; readonly startAt?: number | undefined } = {}
): Source => ({
  url: apiAddress(bytesOf(track, says, isRefused)),
  gain: gainFactor(mode, track.gain),
  startAt: startAt ?? (isLong(track) ? track.userState.position : 0)
})
