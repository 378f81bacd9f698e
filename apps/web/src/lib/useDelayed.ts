import { shallowRef, watch, type ShallowRef } from "vue"

/**
 * Returns a ref that becomes true once `source` has been true for `delayMs`. Used for skeletons, because a skeleton
 * that only flashes is worse than none.
 */
export const useDelayed = (source: () => boolean, delayMs = 150): Readonly<ShallowRef<boolean>> => {
  const shown = shallowRef(false)
  watch(
    source,
    (on, _before, onCleanup) => {
      if (!on) {
        shown.value = false
        return
      }
      const timer = setTimeout(() => (shown.value = true), delayMs)
      onCleanup(() => clearTimeout(timer))
    },
    { immediate: true }
  )
  return shown
}
