import type { PlayStart } from "@media/features/catalog/user-items/contract"

/**
 * Number of heard seconds after which a play counts. A play also counts after half of the track, as in services that
 * count plays.
 */
const ENOUGH_S = 240
/** Maximum step of the position between two reports, in seconds. A longer step is a seek. */
const MOST_STEP_S = 3

const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/**
 * Measures how much of a track was heard. Reports the start, and reports the play as soon as it counts. If the track
 * then restarts, another play begins.
 */
export const makeHearing = (say: (start: PlayStart) => void, session = newSession) => {
  let sessionKey = session()
  let hasBegun = false
  let hasCounted = false
  let heard = 0
  let last: number | undefined

  return {
    /**
     * Takes the position in seconds and whether the track is playing. The player calls this function whenever it
     * reports a position.
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
