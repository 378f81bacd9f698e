import { onScopeDispose, shallowRef, type ShallowRef } from "vue"

/** Returns a ref with the current time, which is updated every `intervalMs` while the page is visible. */
export const useNow = (intervalMs = 1_000): Readonly<ShallowRef<number>> => {
  const now = shallowRef(Date.now())
  const timer = setInterval(() => (now.value = Date.now()), intervalMs)
  onScopeDispose(() => clearInterval(timer))
  return now
}
