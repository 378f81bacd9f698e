import { computed } from "vue"
import { lockedReason } from "@/lib/offline"

/**
 * Disables controls that change data while the server is unreachable, and returns the reason. Disabled controls can
 * still be focused, so that screen readers can read the reason. Call `stop` from a click listener in the capture
 * phase, so that it runs before all other click listeners.
 */
export const useWriteGuard = (writes: () => boolean) => {
  const reason = computed(() => (writes() ? lockedReason.value : undefined))
  const stop = (event: Event): void => {
    if (reason.value === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  return { reason, stop }
}
