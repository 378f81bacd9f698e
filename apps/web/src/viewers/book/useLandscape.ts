import { onScopeDispose, shallowRef } from "vue"

/** Whether the window is wider than high: then two pages have room side by side. */
export const useLandscape = () => {
  const query = matchMedia("(orientation: landscape)")
  const is = shallowRef(query.matches)
  const look = (): void => void (is.value = query.matches)
  query.addEventListener("change", look)
  onScopeDispose(() => query.removeEventListener("change", look))
  return is
}
