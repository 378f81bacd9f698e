/** Duration of a long press in milliseconds, slightly shorter than the browser's own. */
const LONG_MS = 450
/** Maximum distance in pixels that a finger may move during a long press. A larger movement counts as scrolling. */
const STILL = 10

/**
 * Dispatches `contextmenu` after a long press, so that cards open their menu. Most browsers dispatch this event
 * themselves, but Safari on phones and tablets does not. The click at the end of a long press is suppressed.
 */
export const reportLongPresses = (root: Document): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let start = { x: 0, y: 0 }
  let isPressed = false
  const end = (): void => clearTimeout(timer)
  const press = (target: EventTarget, clientX: number, clientY: number): void => {
    const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY })
    isPressed = !target.dispatchEvent(event)
  }
  const begin = (event: TouchEvent): void => {
    end()
    isPressed = false
    const [touch] = event.touches
    const { target } = event
    if (touch === undefined || event.touches.length > 1 || target === null) return
    start = { x: touch.clientX, y: touch.clientY }
    timer = setTimeout(() => press(target, start.x, start.y), LONG_MS)
  }
  const move = ({ touches: [touch] }: TouchEvent): void => {
    if (touch && Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > STILL) end()
  }
  const swallow = (event: Event): void => {
    end()
    if (!isPressed) return
    isPressed = false
    event.preventDefault()
    event.stopPropagation()
  }
  /** Suppresses the browser's own `contextmenu` event, because the menu is already open. */
  const drop = (event: Event): void => {
    if (!isPressed || !event.isTrusted) return
    event.preventDefault()
    event.stopPropagation()
  }
  const options = { capture: true, passive: true }
  root.addEventListener("touchstart", begin, options)
  root.addEventListener("touchmove", move, options)
  root.addEventListener("touchcancel", end, options)
  root.addEventListener("touchend", swallow, { capture: true })
  root.addEventListener("contextmenu", drop, { capture: true })
  return () => {
    end()
    root.removeEventListener("touchstart", begin, options)
    root.removeEventListener("touchmove", move, options)
    root.removeEventListener("touchcancel", end, options)
    root.removeEventListener("touchend", swallow, { capture: true })
    root.removeEventListener("contextmenu", drop, { capture: true })
  }
}
