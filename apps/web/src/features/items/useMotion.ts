import { onScopeDispose, shallowRef } from "vue"

/** Passing over a card means nothing yet. */
const REST_MS = 400

/** Whether a pointer rests on a card whose item can move. Not by touch, nor for those who asked for less motion. */
export const useMotion = (has: () => boolean) => {
  const isMoving = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = (): void => {
    clearTimeout(timer)
    isMoving.value = false
  }
  const enter = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" || !has()) return
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
    clearTimeout(timer)
    timer = setTimeout(() => (isMoving.value = true), REST_MS)
  }
  onScopeDispose(leave)
  return { isMoving, enter, leave }
}
