import { onScopeDispose } from "vue"
import type { PlayerActions } from "./actions"

export interface MediaSessionSubject {
  readonly title: string
  /** The URL of the picture. */
  readonly artwork: string | undefined
  readonly go: (direction: 1 | -1) => void
}

/** Handles the media keys of keyboards, headphones and lock screens. */
export const useMediaSession = (
  { artwork, go, title }: MediaSessionSubject,
  actions: PlayerActions
): void => {
  if (!("mediaSession" in navigator)) return
  const session = navigator.mediaSession
  session.metadata = new MediaMetadata({ title, artwork: artwork === undefined ? [] : [{ src: artwork }] })
  const handlers: ReadonlyArray<[MediaSessionAction, MediaSessionActionHandler]> = [
    ["play", actions.toggle],
    ["pause", actions.toggle],
    ["nexttrack", () => go(1)],
    ["previoustrack", () => go(-1)],
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
