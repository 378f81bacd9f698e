/** Shown if ffmpeg cannot decode any sound of a track. */
export const NO_SOUND = "No sound of it can be decoded."

/**
 * Limits in seconds and as a share of the whole. Headers round and encoders add silence, so smaller differences do not
 * mean a truncated file.
 */
const LEAST_MISSING = 3
const LEAST_SHARE = 0.03
/** Seconds beyond the claimed length; smaller differences are rounding. */
const LEAST_MORE = 0.5

/** Playable seconds if the file claims clearly more; null if the claim is right or nothing was decoded yet. */
export const playableSeconds = (claimed: number | null, decoded: number | null): number | null =>
  claimed !== null && decoded !== null && claimed - decoded > Math.max(LEAST_MISSING, claimed * LEAST_SHARE)
    ? decoded
    : null

/**
 * The length of the converted sound. Decoding does not count gaps in the middle, so a file that decodes to a bit less
 * may still have sound at its end. If less than half can be decoded, the rest would be minutes of silence. A header
 * that claims too little must not cut off the sound.
 */
export const lengthToConvert = (claimed: number, decoded: number | null): number =>
  decoded !== null && decoded > 0 && (decoded < claimed / 2 || decoded > claimed + LEAST_MORE)
    ? decoded
    : claimed
