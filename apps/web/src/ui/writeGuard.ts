import { computed } from "vue"
import { lockedReason } from "@/lib/offline"

/**
 * For controls that write: disabled with the reason while the server is unreachable. They stay focusable, so a
 * screen reader can read the reason; `stop` belongs on the capturing click, before any other listener.
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
