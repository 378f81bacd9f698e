/**
 * Number of different segments that a viewer must request before the video counts as played. A player that is only
 * opened and closed reads up to a minute ahead, which is seven segments.
 */
export const PLAYED_SEGMENTS = 8
/** The maximum number of playbacks to track. The playback that was idle the longest is dropped first. */
const MAX_PLAYBACKS = 500

interface Playback {
  readonly segments: Set<number>
  isPlayed: boolean
}

/**
 * Detects whether a viewer plays a video or only opens its player, because a user who opens fifty videos must not cause
 * fifty conversions. The playbacks are kept in the memory of this server process.
 */
export const makeRealPlay = () => {
  const playbacks = new Map<string, Playback>()
  const keyOf = (viewer: string, videoId: string): string => `${viewer}/${videoId}`

  return {
    /** Records that the viewer opened the player and has not played the video yet. */
    opened: (viewer: string, videoId: string): void => void playbacks.delete(keyOf(viewer, videoId)),

    /** Records a requested segment. Returns true once per playback, when the video counts as played. */
    asked: (viewer: string, videoId: string, n: number, segmentCount: number): boolean => {
      const key = keyOf(viewer, videoId)
      const playback = playbacks.get(key) ?? { segments: new Set<number>(), isPlayed: false }
      playbacks.delete(key)
      playbacks.set(key, playback)
      for (const oldest of playbacks.keys()) {
        if (playbacks.size <= MAX_PLAYBACKS) break
        playbacks.delete(oldest)
      }
      if (playback.isPlayed) return false
      playback.segments.add(n)
      playback.isPlayed = n === segmentCount - 1 || playback.segments.size >= PLAYED_SEGMENTS
      return playback.isPlayed
    }
  }
}
