import { onScopeDispose, type Ref, watch } from "vue"

/** Minimum distance of a swipe in pixels. A shorter movement is a tap. */
const SHORTEST = 48

/** Detects swipes to the left or right with one finger. Ignores scrolling and zooming. */
export const useSwipe = (
  target: Readonly<Ref<HTMLElement | null>>,
  onSwipe: (to: "left" | "right") => void
): void => {
  let begun: { readonly x: number; readonly y: number } | undefined
  const start = ({ touches }: TouchEvent): void => {
    const [touch] = touches
    begun = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined
  }
  const end = ({ changedTouches }: TouchEvent): void => {
    const [touch] = changedTouches
    if (!begun || !touch) return
    const [x, y] = [touch.clientX - begun.x, touch.clientY - begun.y]
    begun = undefined
    if (Math.abs(x) >= SHORTEST && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? "left" : "right")
  }
  const stop = (element: HTMLElement | null | undefined): void => {
    element?.removeEventListener("touchstart", start)
    element?.removeEventListener("touchend", end)
  }
  watch(
    target,
    (now, before) => {
      stop(before)
      now?.addEventListener("touchstart", start, { passive: true })
      now?.addEventListener("touchend", end, { passive: true })
    },
    { immediate: true, flush: "post" }
  )
  onScopeDispose(() => stop(target.value))
}
