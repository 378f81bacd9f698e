import type { PlayStart } from "@media/features/catalog/user-items/contract"

/**
 * Number of heard seconds after which a track counts as played. A track also counts as played after half of its
 * duration. Services that record played tracks use the same rules.
 */
const ENOUGH_S = 240
/**
 * Maximum difference in seconds between two consecutive positions. A larger difference is a seek and does not count
 * as heard.
 */
const MOST_STEP_S = 3

const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/**
 * Measures how much of a track was heard. Reports when the track starts, and again when it counts as played. If the
 * track starts over after that, another play begins.
 */
export const makeHearing = (say: (start: PlayStart) => void, session = newSession) => {
  let sessionKey = session()
  let hasBegun = false
  let hasCounted = false
  let heard = 0
  let last: number | undefined

  return {
    /**
     * Records the current position. The caller must call this function on every update of the position. Position and
     * duration are in seconds.
     */
    heard: (time: number, isPlaying: boolean, duration: number): void => {
      const step = last === undefined ? 0 : time - last
      last = isPlaying ? time : undefined
      if (!isPlaying) return
      if (hasCounted && time < 1 && step < 0) {
        sessionKey = session()
        hasBegun = hasCounted = false
        heard = 0
      }
      if (!hasBegun) {
        hasBegun = true
        say({ sessionKey })
      }
      if (step > 0 && step < MOST_STEP_S) heard += step
      if (hasCounted || duration <= 0 || heard < Math.min(duration / 2, ENOUGH_S)) return
      hasCounted = true
      say({ sessionKey, heard: Math.round(heard * 10) / 10 })
    }
  }
}
