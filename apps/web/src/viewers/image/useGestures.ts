import { shallowRef, type Ref } from "vue"
import { bounded, STEP, swipeOf, type View, WHOLE, zoomed } from "./view"

const DOUBLE_ZOOM = 2.5
/** Zoom speed of the mouse wheel per pixel: 100 pixels zoom by about a third. */
const WHEEL = 0.003

/** Handles wheel, pinch, drag, double click and swipe for an image. */
export const useGestures = (
  box: Readonly<Ref<HTMLElement | null>>,
  act: (meant: "next" | "previous" | "close") => void
) => {
  const view = shallowRef<View>(WHOLE)
  const isMoving = shallowRef(false)
  const pointers = new Map<number, { readonly x: number; readonly y: number }>()
  let moved = { x: 0, y: 0 }
  let hasPinched = false

  const size = () => ({ width: box.value?.clientWidth ?? 0, height: box.value?.clientHeight ?? 0 })
  const fromMiddle = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const { height = 0, left = 0, top = 0, width = 0 } = box.value?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const zoomBy = (factor: number, point = { x: 0, y: 0 }): void => {
    view.value = zoomed(view.value, factor, point, size())
  }
  const distance = (): number => {
    const [a, b] = [...pointers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const middle = () => {
    const [a, b] = [...pointers.values()]
    return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 }
  }

  const onPointermove = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event)
    const wide = distance()
    pointers.set(event.pointerId, now)
    if (pointers.size === 2 && wide > 0) {
      hasPinched = true
      return zoomBy(distance() / wide, middle())
    }
    const by = { x: now.x - before.x, y: now.y - before.y }
    moved = { x: moved.x + by.x, y: moved.y + by.y }
    const { scale, x, y } = view.value
    view.value =
      scale > 1
        ? bounded({ scale, x: x + by.x, y: y + by.y }, size())
        : { scale, x: moved.x, y: Math.max(0, moved.y) }
  }
  const end = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    isMoving.value = false
    if (view.value.scale > 1) return
    view.value = WHOLE
    const meant = hasPinched || event.type === "pointercancel" ? undefined : swipeOf(moved.x, moved.y)
    if (meant) act(meant)
  }

  return {
    view,
    isMoving,
    zoomIn: (): void => zoomBy(STEP),
    zoomOut: (): void => zoomBy(1 / STEP),
    reset: (): void => void (view.value = WHOLE),
    on: {
      pointerdown: (event: PointerEvent): void => {
        if (event.button !== 0 || pointers.size > 1) return
        if (pointers.size === 0) {
          moved = { x: 0, y: 0 }
          hasPinched = false
        }
        pointers.set(event.pointerId, fromMiddle(event))
        isMoving.value = true
        box.value?.setPointerCapture(event.pointerId)
      },
      pointermove: onPointermove,
      pointerup: end,
      pointercancel: end,
      dblclick: (event: MouseEvent): void =>
        view.value.scale > 1 ? void (view.value = WHOLE) : zoomBy(DOUBLE_ZOOM, fromMiddle(event)),
      wheel: (event: WheelEvent): void => {
        event.preventDefault()
        zoomBy(Math.exp(-event.deltaY * WHEEL), fromMiddle(event))
      }
    }
  }
}
