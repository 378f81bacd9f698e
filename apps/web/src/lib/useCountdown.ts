import { computed, onScopeDispose, shallowRef } from "vue"

/** Counts down the seconds to 0. The end time is stored, so that the count is correct after the tab was suspended. */
export const useCountdown = () => {
  const endsAt = shallowRef(0)
  const now = shallowRef(Date.now())
  let timer: ReturnType<typeof setInterval> | undefined

  const tick = (): void => {
    now.value = Date.now()
    if (now.value >= endsAt.value) clearInterval(timer)
  }
  const start = (seconds: number): void => {
    clearInterval(timer)
    now.value = Date.now()
    endsAt.value = now.value + seconds * 1_000
    timer = setInterval(tick, 250)
  }
  onScopeDispose(() => clearInterval(timer))

  const left = computed(() => Math.max(0, Math.ceil((endsAt.value - now.value) / 1_000)))
  return { left, start }
}
