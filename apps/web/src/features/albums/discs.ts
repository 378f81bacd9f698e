import type { AudioTrackSummary } from "@media/features/media/audio/contract"

/**
 * Groups tracks by the disc number in their tags. Tracks without a number belong to the disc of the preceding
 * track.
 */
export const byDisc = <Track extends Pick<AudioTrackSummary, "discNumber">>(tracks: ReadonlyArray<Track>) => {
  const discs: Array<{ readonly disc: number; readonly tracks: Array<Track> }> = []
  for (const track of tracks) {
    const disc = track.discNumber ?? discs.at(-1)?.disc ?? 1
    const last = discs.at(-1)
    if (last?.disc === disc) last.tracks.push(track)
    else discs.push({ disc, tracks: [track] })
  }
  return discs
}
