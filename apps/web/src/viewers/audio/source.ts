import type { AudioTrack } from "@media/features/media/audio/contract"
import { apiAddress } from "@/lib/urlBase"
import type { Source } from "./deck"
import { audioElements } from "./elements"
import { gainFactor, type GainMode } from "./gain"

/** The minimum length in seconds of tracks that resume. Songs start over; audiobooks, talks and mixes resume. */
export const LONG_S = 20 * 60
export const isLong = ({ duration }: Pick<AudioTrack, "duration">): boolean => (duration ?? 0) >= LONG_S

const says = (type: string): boolean => audioElements()[0].canPlayType(type) !== ""

/**
 * The original file if the browser can play it, otherwise the transcoded audio. `isRefused`: the browser claimed
 * support for the file and failed.
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

/** The address, loudness and start position of a track. */
export const sourceOf = (
  track: AudioTrack,
  mode: GainMode,
  { isRefused = false, startAt }: { readonly isRefused?: boolean; readonly startAt?: number | undefined } = {}
): Source => ({
  url: apiAddress(bytesOf(track, says, isRefused)),
  gain: gainFactor(mode, track.gain),
  startAt: startAt ?? (isLong(track) ? track.userState.position : 0)
})
