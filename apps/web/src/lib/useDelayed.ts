import { shallowRef, watch, type ShallowRef } from "vue"

/** True once `source` has been true for a while, because a flashing skeleton is worse than none. */
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
