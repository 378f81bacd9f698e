import { useQueryCache } from "@pinia/colada"
import { onScopeDispose, shallowRef, type ShallowRef } from "vue"

/** Short enough to seem immediate, and long enough for the requests that follow a response. */
const LOOK_EVERY_MS = 250

/** Becomes true when the first page has loaded. Requests that nothing waits for start then. */
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
