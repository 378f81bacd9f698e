import type { AudioTrack } from "@media/features/media/audio/contract"

/** Whose loudness is evened out: each track's, or each album's as a whole. */
export type GainMode = "off" | "track" | "album"
export const gainModes: ReadonlyArray<GainMode> = ["off", "track", "album"]

export type Loudness = AudioTrack["gain"]

/**
 * What the samples of a track are multiplied by. Where the tags know only one of both, that is taken. It never clips: the
 * highest sample stays within full scale, and without a known peak nothing is made louder.
 */
export const gainFactor = (mode: GainMode, loudness: Loudness): number => {
  if (mode === "off") return 1
  const ofAlbum = [loudness.album, loudness.albumPeak ?? loudness.trackPeak] as const
  const ofTrack = [loudness.track, loudness.trackPeak] as const
  const [gain, peak] =
    (mode === "album" ? [ofAlbum, ofTrack] : [ofTrack, ofAlbum]).find(([known]) => known !== null) ?? ofTrack
  if (gain === null) return 1
  const loudest = peak === null || peak <= 0 ? 1 : 1 / peak
  return Math.min(10 ** (gain / 20), loudest)
}
