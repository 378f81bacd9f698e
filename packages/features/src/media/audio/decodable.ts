/** The failure reason for a track from which ffmpeg cannot decode any audio. */
export const NO_SOUND = "The audio of this file cannot be decoded."

/**
 * Smallest difference that counts as truncation, in seconds and as a share of the claimed duration. Rounded headers and
 * the silence that encoders add cause smaller differences.
 */
const LEAST_MISSING = 3
const LEAST_SHARE = 0.03
/** Smallest excess over the claimed duration, in seconds, that is not a rounding error. */
const LEAST_MORE = 0.5

/**
 * Returns the number of playable seconds if the file claims a clearly longer duration. Returns null if the claimed
 * duration is right, or if the track was not decoded yet.
 */
export const playableSeconds = (claimed: number | null, decoded: number | null): number | null =>
  claimed !== null && decoded !== null && claimed - decoded > Math.max(LEAST_MISSING, claimed * LEAST_SHARE)
    ? decoded
    : null

/**
 * Returns the duration of the converted audio in seconds. This is usually the claimed duration, because decoding skips
 * gaps, so a file that decodes to slightly less may still have audio at its end. The decoded duration is used if less
 * than half can be decoded, because the rest would be minutes of silence, or if the claimed duration would cut off
 * audio.
 */
export const lengthToConvert = (claimed: number, decoded: number | null): number =>
  decoded !== null && decoded > 0 && (decoded < claimed / 2 || decoded > claimed + LEAST_MORE)
    ? decoded
    : claimed
