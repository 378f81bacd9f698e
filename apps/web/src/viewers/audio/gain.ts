import type { AudioTrack } from "@media/features/media/audio/contract"

/** The scope of loudness normalization: per track, per album, or off. */
export type GainMode = "off" | "track" | "album"
export const gainModes: ReadonlyArray<GainMode> = ["off", "track", "album"]

export type Loudness = AudioTrack["gain"]

/**
 * Returns the volume factor of a track. If the file has a tag for only one of track gain and album gain, uses this
 * gain in both modes. The result never clips: the highest sample stays within full scale, and tracks without a known
 * peak are never amplified.
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
