import { onScopeDispose } from "vue"
import type { ListSelection } from "@/features/items/selection/useSelection"

/** A drag within this many pixels of the scrolling area's edge scrolls it. */
const EDGE = 48
const STEP = 24
const LONG_PRESS_MS = 450
/** A finger that moves further than this many pixels scrolls instead. */
const STILL = 8

interface Options {
  readonly selection: ListSelection
  readonly idAt: (index: number) => string | undefined
  readonly scroller: () => HTMLElement | null
}

const indexAt = (x: number, y: number): number | undefined => {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-index]")
  return cell ? Number(cell.dataset["index"]) : undefined
}

/**
 * Selects images by dragging over them: from the circle of an image, or from any image while some are selected. A long press
 * of a finger selects the first one; fingers scroll, so they select the others by tapping.
 */
export const useDragSelection = ({ idAt, scroller, selection }: Options) => {
  let last: number | undefined
  let isDragged = false
  let press:
    { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | undefined

  const extend = ({ clientX, clientY }: PointerEvent): void => {
    const box = scroller()?.getBoundingClientRect()
    if (box && clientY < box.top + EDGE) scroller()?.scrollBy(0, -STEP)
    if (box && clientY > box.bottom - EDGE) scroller()?.scrollBy(0, STEP)
    const index = indexAt(clientX, clientY)
    if (index === undefined || index === last) return
    last = index
    isDragged = true
    void selection.extendTo(index)
  }
  const endDrag = (): void => {
    last = undefined
    removeEventListener("pointermove", extend)
    removeEventListener("pointerup", endDrag)
    removeEventListener("pointercancel", endDrag)
  }
  const endPress = (): void => {
    clearTimeout(press?.timer)
    press = undefined
  }
  onScopeDispose(() => {
    endDrag()
    endPress()
  })

  const toggleAt = (index: number, event?: Pick<MouseEvent, "shiftKey">): void => {
    const id = idAt(index)
    if (id !== undefined) selection.toggle(id, event)
  }
  const onPointerdown = (event: PointerEvent): void => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null
    if (!cell || event.button !== 0) return
    isDragged = false
    const index = Number(cell.dataset["index"])
    if (event.pointerType === "touch") {
      const { clientX: x, clientY: y } = event
      const select = (): void => {
        isDragged = true
        if (!selection.selecting.value) toggleAt(index)
      }
      press = { timer: setTimeout(select, LONG_PRESS_MS), x, y }
      return
    }
    const isOnCircle = (event.target as Element).closest("[role=checkbox]") !== null
    if (event.shiftKey || !(isOnCircle || selection.selecting.value)) return
    // The first image is selected by the click that follows, or as soon as the pointer reaches another one.
    last = index
    const begin = (moved: PointerEvent): void => {
      const reached = indexAt(moved.clientX, moved.clientY)
      if (reached === undefined || reached === index) return
      removeEventListener("pointermove", begin)
      toggleAt(index)
      addEventListener("pointermove", extend)
      extend(moved)
    }
    const forget = (): void => {
      removeEventListener("pointermove", begin)
      removeEventListener("pointerup", forget)
      removeEventListener("pointercancel", forget)
    }
    addEventListener("pointermove", begin)
    addEventListener("pointerup", forget)
    addEventListener("pointercancel", forget)
    addEventListener("pointerup", endDrag)
    addEventListener("pointercancel", endDrag)
  }
  const onPointermove = ({ clientX, clientY }: PointerEvent): void => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL) endPress()
  }
  /** A press selects while something is selected; the click at the end of a drag or a long press does nothing. */
  const onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : undefined
    const cell = target?.closest<HTMLElement>("[data-index]")
    if (!cell || event.ctrlKey || event.metaKey) return
    const isOnCircle = target?.closest("[role=checkbox]") != null
    if (!isDragged && !isOnCircle && !selection.selecting.value) return
    event.preventDefault()
    event.stopPropagation()
    if (!isDragged) toggleAt(Number(cell.dataset["index"]), event)
    isDragged = false
  }
  return {
    /** Capture-phase listeners for the element around the images. */
    on: {
      pointerdown: onPointerdown,
      pointermove: onPointermove,
      pointerup: endPress,
      pointercancel: endPress
    },
    onClick
  }
}
