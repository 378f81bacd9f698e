/** Shared by all tabs of one origin in a browser. */
const CHANNEL = "one-sound"

const sounding = (): ReadonlyArray<HTMLMediaElement> =>
  [...document.querySelectorAll<HTMLMediaElement>("video, audio")].filter(
    (element) => !element.paused && !element.muted
  )

/**
 * One thing sounds at a time. What begins to play with sound pauses every other element of the page, and those of other tabs.
 * Elements that share a `data-player` are one.
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
  // `play` does not bubble.
  document.addEventListener("play", onPlay, true)
  channel?.addEventListener("message", onOther)
  return () => {
    document.removeEventListener("play", onPlay, true)
    channel?.close()
  }
}
