import { onScopeDispose } from "vue"
import type { PlayerActions } from "./actions"

/** The keys of keyboards, headphones and lock screens. */
export const useMediaSession = (title: string, actions: PlayerActions): void => {
  if (!("mediaSession" in navigator)) return
  const session = navigator.mediaSession
  session.metadata = new MediaMetadata({ title })
  const handlers: ReadonlyArray<[MediaSessionAction, MediaSessionActionHandler]> = [
    ["play", actions.toggle],
    ["pause", actions.toggle],
    ["seekbackward", (details) => actions.seekBy(-(details.seekOffset ?? 10))],
    ["seekforward", (details) => actions.seekBy(details.seekOffset ?? 10)],
    ["seekto", (details) => details.seekTime !== undefined && actions.seekTo(details.seekTime)]
  ]
  for (const [action, handler] of handlers) session.setActionHandler(action, handler)
  onScopeDispose(() => {
    session.metadata = null
    for (const [action] of handlers) session.setActionHandler(action, null)
  })
}
