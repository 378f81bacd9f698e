import { onScopeDispose, shallowRef } from "vue"

/** Returns a ref that is true while the window is wider than high, so that two pages fit side by side. */
export const useLandscape = () => {
  const query = matchMedia("(orientation: landscape)")
  const is = shallowRef(query.matches)
  const look = (): void => void (is.value = query.matches)
  query.addEventListener("change", look)
  onScopeDispose(() => query.removeEventListener("change", look))
  return is
}
