/**
 * An audio track of a media element (`audioTracks`). Only Safari lets pages select an audio track. Other browsers
 * expose at most one track.
 */
interface NativeTrack {
  enabled: boolean
}
type WithTracks = HTMLVideoElement & { readonly audioTracks?: ArrayLike<NativeTrack> }

/** Plays only the audio track at index `position` of the file. Returns false if the browser cannot select tracks. */
export const playNativeAudio = (video: HTMLVideoElement, position: number, count: number): boolean => {
  const { audioTracks } = video as WithTracks
  if (audioTracks === undefined || audioTracks.length !== count || position < 0) return false
  for (let at = 0; at < audioTracks.length; at += 1) audioTracks[at]!.enabled = at === position
  return true
}
