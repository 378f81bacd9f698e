import type { AudioTrack } from "@media/features/media/audio/contract"
import { apiAddress } from "@/lib/place"
import type { Source } from "./deck"
import { audioElements } from "./elements"
import { gainFactor, type GainMode } from "./gain"

/** Seconds. A song begins at its beginning; a book, a talk or a mix goes on where its listener stopped. */
export const LONG_S = 20 * 60
export const isLong = ({ duration }: Pick<AudioTrack, "duration">): boolean => (duration ?? 0) >= LONG_S

const says = (type: string): boolean => audioElements()[0].canPlayType(type) !== ""

/**
 * The file as it is where this browser plays that, else the same sound converted. `isRefused`: it said that it plays the file,
 * and did not.
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

/** Where its bytes are, how loud it is, and where it begins. */
export const sourceOf = (
  track: AudioTrack,
  mode: GainMode,
  { isRefused = false, startAt }: { readonly isRefused?: boolean; readonly startAt?: number | undefined } = {}
): Source => ({
  url: apiAddress(bytesOf(track, says, isRefused)),
  gain: gainFactor(mode, track.gain),
  startAt: startAt ?? (isLong(track) ? track.userState.position : 0)
})
