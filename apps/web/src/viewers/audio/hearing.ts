import type { PlayStart } from "@media/features/catalog/user-items/contract"

/** A play counts from half of the track, or from this many seconds, as in services that count plays. */
const ENOUGH_S = 240
/** The longest step of the position between two checks; a larger one is a seek. */
const MOST_STEP_S = 3

const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  )

/**
 * Measures how much of a track was heard. Reports the start, and when the play counts. Restarting the track begins
 * another play.
 */
export const makeHearing = (say: (start: PlayStart) => void, session = newSession) => {
  let sessionKey = session()
  let hasBegun = false
  let hasCounted = false
  let heard = 0
  let last: number | undefined

  return {
    /** The position in seconds and whether it is playing, as often as the player reports. */
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
