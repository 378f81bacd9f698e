/**
 * The number of different segments that one viewer must request to count as playing. A player that is opened and closed
 * again reads up to a minute ahead, which is seven segments.
 */
export const PLAYED_SEGMENTS = 8
/** Maximum number of tracked playbacks. The one that was idle longest is dropped first. */
const MAX_PLAYBACKS = 500

interface Playback {
  readonly segments: Set<number>
  isPlayed: boolean
}

/**
 * Distinguishes opening a video from watching it, for one server: opening fifty videos must not convert fifty videos.
 */
export const makeRealPlay = () => {
  const playbacks = new Map<string, Playback>()
  const keyOf = (viewer: string, videoId: string): string => `${viewer}/${videoId}`

  return {
    /** Records that the player was opened and has played nothing yet. */
    opened: (viewer: string, videoId: string): void => void playbacks.delete(keyOf(viewer, videoId)),

    /** Returns true once per playback, with the segment at which the viewer actually plays the video. */
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
