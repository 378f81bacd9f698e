import type { StreamTrack } from "@media/features/playback/streaming/contract"
import type { usePlayback } from "../usePlayback"
import { playNativeAudio } from "./nativeAudio"
import type { TrackChoice } from "./trackChoice"

/**
 * Switches to other tracks. If the browser can select audio tracks and only the audio track changes, the original
 * file continues to play. Otherwise, switches to a stream with these tracks.
 */
export const applyTracks = (
  next: TrackChoice,
  element: HTMLVideoElement,
  playback: ReturnType<typeof usePlayback>,
  audio: ReadonlyArray<StreamTrack>
): void => {
  const place = audio.findIndex(({ index, isUsual }) =>
    next.audio === undefined ? isUsual : index === next.audio
  )
  const isOfAudio = next.subtitle === undefined && playback.tracks.value.subtitle === undefined
  const isDirect = playback.mode.value === "direct"
  if (isDirect && isOfAudio && playNativeAudio(element, place, audio.length)) playback.tracks.value = next
  else playback.chooseTracks(next)
}
