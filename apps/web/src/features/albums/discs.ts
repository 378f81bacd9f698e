import type { AudioTrackSummary } from "@media/features/media/audio/contract"

/** Tracks in their order, by the disc that their tags name; those that name none lie on the one before them. */
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
