import { computed } from "vue"
import { offlineReason } from "@/lib/offline"

/**
 * For controls that write: refused with the reason while the server is out of reach. They stay focusable, so that
 * the reason can be heard; `stop` belongs on the capturing click, before anybody else hears of it.
 */
export const useWriteGuard = (writes: () => boolean) => {
  const reason = computed(() => (writes() ? offlineReason.value : undefined))
  const stop = (event: Event): void => {
    if (reason.value === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  return { reason, stop }
}
