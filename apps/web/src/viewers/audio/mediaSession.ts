import { next, previous } from "./acts"
import { engine, isPlaying, seekBy, seekTo, toggle } from "./player"

/** Number of seconds to seek for media keys that do not specify an offset. */
const SEEK_S = 10

const session = (): MediaSession | undefined =>
  "mediaSession" in navigator ? navigator.mediaSession : undefined
const handlers: ReadonlyArray<[MediaSessionAction, MediaSessionActionHandler]> = [
  ["play", () => isPlaying() || toggle()],
  ["pause", () => isPlaying() && toggle()],
  ["stop", () => engine().pause()],
  ["nexttrack", () => next()],
  ["previoustrack", () => previous()],
  ["seekbackward", ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_S))],
  ["seekforward", ({ seekOffset }) => seekBy(seekOffset ?? SEEK_S)],
  ["seekto", ({ seekTime }) => seekTime !== undefined && seekTo(seekTime)]
]
let shown: MediaMetadataInit | undefined
const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
  try {
    session()?.setActionHandler(action, handler)
  } catch {
    // Browsers throw if they do not support an action. The error is ignored, so the action has no effect.
  }
}

/** The media keys of keyboards, headphones and lock screens, and the system's media controls. */
export const mediaSession = {
  /** Shows the metadata of a track in the system's media controls. */
  show: (metadata: MediaMetadataInit | undefined): void => {
    shown = metadata
    const own = session()
    if (own) own.metadata = metadata === undefined ? null : new MediaMetadata(metadata)
  },
  /** Makes the audio bar handle the media keys. */
  take: (): void => {
    mediaSession.show(shown)
    for (const [action, handler] of handlers) handle(action, handler)
  },
  state: (state: MediaSessionPlaybackState): void => {
    const own = session()
    if (own) own.playbackState = state
  },
  setPosition: (position: number, duration: number, playbackRate: number): void => {
    if (duration <= 0 || playbackRate <= 0) return
    session()?.setPositionState?.({ duration, position: Math.min(position, duration), playbackRate })
  },
  leave: (): void => {
    mediaSession.show(undefined)
    mediaSession.state("none")
    for (const [action] of handlers) handle(action, null)
  }
}
