import { computed } from "vue"
import { lockedReason } from "@/lib/offline"

/**
 * Disables controls that change data, with the reason, while the server is unreachable. They stay focusable, so that
 * screen readers can read the reason. Use `stop` in the capturing click handler, before any other listener.
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
