/** An audio track in browsers that let pages select one (Safari; others expose only one). */
interface NativeTrack {
  enabled: boolean
}
type WithTracks = HTMLVideoElement & { readonly audioTracks?: ArrayLike<NativeTrack> }

/** Plays only the audio track at this index of the file. False if the browser has no such choice. */
export const playNativeAudio = (video: HTMLVideoElement, position: number, count: number): boolean => {
  const { audioTracks } = video as WithTracks
  if (audioTracks === undefined || audioTracks.length !== count || position < 0) return false
  for (let at = 0; at < audioTracks.length; at += 1) audioTracks[at]!.enabled = at === position
  return true
}
