import { useQueryCache } from "@pinia/colada"
import { onScopeDispose, shallowRef, type ShallowRef } from "vue"

/**
 * Interval between checks for pending requests. It is short enough to seem immediate, but long enough for follow-up
 * requests to start after a response.
 */
const LOOK_EVERY_MS = 250

/**
 * Returns a ref that becomes true when the first page has finished loading. Less important requests wait until then.
 */
export const useFirstRest = (): Readonly<ShallowRef<boolean>> => {
  const cache = useQueryCache()
  const rests = shallowRef(false)
  const timer = setInterval(() => {
    if (cache.getEntries().some(({ asyncStatus }) => asyncStatus.value === "loading")) return
    rests.value = true
    clearInterval(timer)
  }, LOOK_EVERY_MS)
  onScopeDispose(() => clearInterval(timer))
  return rests
}
