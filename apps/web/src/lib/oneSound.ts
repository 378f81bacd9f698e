/** Name of the broadcast channel that connects all tabs of the app. */
const CHANNEL = "one-sound"

const sounding = (): ReadonlyArray<HTMLMediaElement> =>
  [...document.querySelectorAll<HTMLMediaElement>("video, audio")].filter(
    (element) => !element.paused && !element.muted
  )

/**
 * Allows only one sound at a time. An element that starts to play with sound pauses all other elements in this tab and
 * in other tabs. Elements with the same `data-player` count as one element.
 */
export const keepOneSound = (): (() => void) => {
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(CHANNEL) : undefined
  const onPlay = ({ target }: Event): void => {
    if (!(target instanceof HTMLMediaElement) || target.muted) return
    const player = target.dataset["player"]
    for (const other of sounding())
      if (other !== target && (player === undefined || other.dataset["player"] !== player)) other.pause()
    channel?.postMessage("plays")
  }
  const onOther = (): void => {
    for (const element of sounding()) element.pause()
  }
  // Listens in the capture phase, because `play` events do not bubble.
  document.addEventListener("play", onPlay, true)
  channel?.addEventListener("message", onOther)
  return () => {
    document.removeEventListener("play", onPlay, true)
    channel?.close()
  }
}
