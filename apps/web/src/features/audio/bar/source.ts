import type { AudioTrack } from "@media/features/audio/contract"
import { apiAddress } from "@/lib/place"
import type { Source } from "./deck"
import { gainFactor, type GainMode } from "./gain"

/** Seconds. A song begins at its beginning; a book, a talk or a mix goes on where its listener stopped. */
export const LONG_S = 20 * 60
export const isLong = ({ duration }: Pick<AudioTrack, "duration">): boolean => (duration ?? 0) >= LONG_S

/** Where its bytes are, how loud it is, and where it begins. */
export const sourceOf = (track: AudioTrack, mode: GainMode, startAt?: number): Source => ({
  url: apiAddress(track.sourceUrl),
  gain: gainFactor(mode, track),
  startAt: startAt ?? (isLong(track) ? track.userState.position : 0)
})
