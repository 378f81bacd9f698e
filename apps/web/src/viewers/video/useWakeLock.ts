import { onScopeDispose, watch } from "vue"
import { useEvents } from "@/viewers/listen"

/**
 * Keeps the screen on during playback. The browser releases the lock when the page is hidden, so the lock is requested
 * again when the page becomes visible.
 */
export const useWakeLock = (isPlaying: () => boolean): void => {
  let lock: WakeLockSentinel | undefined
  const update = async (): Promise<void> => {
    const wanted = isPlaying() && !document.hidden
    if (wanted && (!lock || lock.released))
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined)
    else if (!wanted) void lock?.release().catch(() => undefined)
  }
  watch(isPlaying, () => void update())
  useEvents(document, ["visibilitychange"], () => void update())
  onScopeDispose(() => void lock?.release().catch(() => undefined))
}
