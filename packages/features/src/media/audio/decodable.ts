/** The failure reason for a track from which ffmpeg cannot decode any audio. */
export const NO_SOUND = "The audio of this file cannot be decoded."

/**
 * A file counts as truncated if much of its claimed duration cannot be decoded: more than 3 seconds and more than 3% of
 * that duration. Smaller differences are normal, because headers are rounded and encoders add silence.
 */
const LEAST_MISSING = 3
const LEAST_SHARE = 0.03
/**
 * If the decoded audio is longer than claimed by more than this number of seconds, the difference is not a rounding
 * error.
 */
const LEAST_MORE = 0.5

/**
 * Returns the number of playable seconds if the file is truncated. Returns null if the claimed duration is about right,
 * or if the track has not been decoded yet.
 */
export const playableSeconds = (claimed: number | null, decoded: number | null): number | null =>
  claimed !== null && decoded !== null && claimed - decoded > Math.max(LEAST_MISSING, claimed * LEAST_SHARE)
    ? decoded
    : null

/**
 * Returns the duration in seconds of the converted audio. This is usually the claimed duration, even if slightly less
 * could be decoded: decoding skips gaps, so the file may still have audio up to its claimed end. The decoded duration
 * is used in two cases:
 * - It is less than half of the claimed duration, because the rest would be minutes of silence.
 * - It is longer than the claimed duration, because the end would be cut off.
 */
export const lengthToConvert = (claimed: number, decoded: number | null): number =>
  decoded !== null && decoded > 0 && (decoded < claimed / 2 || decoded > claimed + LEAST_MORE)
    ? decoded
    : claimed
