import { onScopeDispose, shallowRef } from "vue"
import { type Box, boxBetween, contains, edgeSpeed, overlaps, type Point } from "./band"
import { nothing, type Selection, withItems } from "./selection"
import type { ListSelection } from "./useSelection"

const LONG_PRESS_MS = 450
/**
 * Movement in pixels up to which a press counts as still. A mouse that moves farther starts a drag. A finger that moves
 * farther before the long press scrolls the list.
 */
const STILL = 8
/**
 * Limits the frame time from which the scroll distance is computed. If one frame scrolled too far, the rectangle would
 * miss rows that were never rendered.
 */
const LONGEST_FRAME_MS = 100

interface Options {
  readonly selection: ListSelection
  readonly idAt: (index: number) => string | undefined
  readonly scroller: () => HTMLElement | null
  /** Returns the element that moves when the list scrolls. This element contains the cells, which have `data-index`. */
  readonly content: () => HTMLElement | null
  /** Returns false while dragging is used to move items. */
  readonly isOn?: () => boolean
}

/**
 * A drag in progress: a mouse draws a rectangle (`band`), and a finger selects a range from the pressed cell on. `base`
 * is the selection that the dragged-over items are added to.
 */
type Drag =
  | { readonly _tag: "band"; readonly from: Point; readonly base: Selection }
  | { readonly _tag: "range"; readonly base: Selection }

const cellOf = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>("[data-index]")) || undefined
const isOnCircle = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=checkbox]") !== null
/** True for controls that handle presses themselves, other than the selection circle and the link of a cell. */
const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button:not([role=checkbox]), input, select") !== null
const isTouch = ({ pointerType }: PointerEvent): boolean => pointerType === "touch"

/**
 * Selects items by dragging.
 *
 * A mouse draws a rectangle, and the items in it replace the selection. If the user holds Alt, Ctrl, Cmd or Shift, or
 * starts the drag on the circle of an item, the items are added to the selection instead.
 *
 * A long press with a finger selects an item. Moving the finger then selects all items up to the item under the finger.
 *
 * Both gestures scroll the list near its edges. Escape restores the previous selection.
 */
export const useDragSelection = ({ content, idAt, isOn = () => true, scroller, selection }: Options) => {
  /** The drawn rectangle in the coordinates of the content. */
  const band = shallowRef<Box>()
  let drag: Drag | undefined
  let pointer: Point = { x: 0, y: 0 }
  let press: { readonly at: Point; readonly timer: ReturnType<typeof setTimeout> | undefined } | undefined
  let frame = 0
  let lastFrameAt = 0
  let drawn = ""
  /** True after a drag or a long press, so that the click that the browser sends afterwards is ignored. */
  let isDragged = false
  /**
   * The boxes of all cells seen during this drag. They are remembered, because the list renders only the cells in view.
   */
  const seen = new Map<number, Box>()

  const origin = (): Point => {
    const box = content()?.getBoundingClientRect()
    return { x: box?.left ?? 0, y: box?.top ?? 0 }
  }
  const inContent = ({ x, y }: Point): Point => {
    const start = origin()
    return { x: x - start.x, y: y - start.y }
  }
  const see = (): void => {
    const start = origin()
    for (const cell of content()?.querySelectorAll<HTMLElement>("[data-index]") ?? []) {
      const { bottom, left, right, top } = cell.getBoundingClientRect()
      const box = {
        left: left - start.x,
        top: top - start.y,
        right: right - start.x,
        bottom: bottom - start.y
      }
      seen.set(Number(cell.dataset["index"]), box)
    }
  }
  /** Selects these items in addition to `base`. The first of them becomes the anchor of the next range. */
  const cover = (base: Selection, ids: ReadonlyArray<string>): void => {
    selection.clear()
    if (ids[0] !== undefined) selection.toggle(ids[0])
    selection.selection.value = withItems(base, ids, true)
  }
  const select = (): void => {
    const at = inContent(pointer)
    const state = `${at.x} ${at.y}`
    if (!drag || state === drawn) return
    drawn = state
    see()
    if (drag._tag === "range") {
      const reached = [...seen].find(([, box]) => contains(box, at))
      if (reached) void selection.extendTo(reached[0])
      return
    }
    const box = boxBetween(drag.from, at)
    band.value = box
    const hit = [...seen].flatMap(([index, cell]) => (overlaps(cell, box) ? [index] : []))
    cover(
      drag.base,
      hit.sort((one, other) => one - other).flatMap((index) => idAt(index) ?? [])
    )
  }
  const step = (now: number): void => {
    const elapsed = Math.min(LONGEST_FRAME_MS, now - lastFrameAt)
    lastFrameAt = now
    const area = scroller()
    if (area) {
      const { bottom, top } = area.getBoundingClientRect()
      const sticky = Number.parseFloat(area.style.getPropertyValue("--sticky")) || 0
      const speed = edgeSpeed(pointer.y, { top: top + sticky, bottom })
      if (speed !== 0) area.scrollTop += Math.round(speed * elapsed)
    }
    select()
    frame = requestAnimationFrame(step)
  }
  const begin = (next: Drag): void => {
    drag = next
    isDragged = true
    drawn = ""
    seen.clear()
    lastFrameAt = performance.now()
    frame = requestAnimationFrame(step)
  }

  const onMove = (event: PointerEvent): void => {
    pointer = { x: event.clientX, y: event.clientY }
    if (!press || drag) return
    if (Math.hypot(pointer.x - press.at.x, pointer.y - press.at.y) <= STILL) return
    if (press.timer !== undefined) return end()
    const { altKey, ctrlKey, metaKey, shiftKey } = event
    const isAdded = altKey || ctrlKey || metaKey || shiftKey || isAddedTo
    begin({
      _tag: "band",
      from: inContent(press.at),
      base: isAdded ? selection.selection.value : nothing
    })
  }
  /** True if the press began on a selection circle. */
  let isAddedTo = false
  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !drag) return
    event.preventDefault()
    event.stopPropagation()
    cover(drag.base, [])
    end()
  }
  const hold = (event: Event): void => event.preventDefault()
  /** Prevents scrolling after a long press has started a range. */
  const holdTouch = (event: Event): void => {
    if (drag && event.cancelable) event.preventDefault()
  }
  let touched: EventTarget | null = null
  const end = (): void => {
    if (drag) select()
    clearTimeout(press?.timer)
    cancelAnimationFrame(frame)
    press = drag = undefined
    band.value = undefined
    removeEventListener("pointermove", onMove)
    removeEventListener("pointerup", end)
    removeEventListener("pointercancel", end)
    removeEventListener("selectstart", hold)
    removeEventListener("keydown", onKeydown, true)
    touched?.removeEventListener("touchmove", holdTouch)
    touched = null
  }
  onScopeDispose(() => {
    drag = undefined
    end()
  })

  const onPointerdown = (event: PointerEvent): void => {
    isDragged = false
    if (event.button !== 0 || !event.isPrimary || !isOn() || isOnControl(event.target)) return
    const cell = cellOf(event.target)
    if (isTouch(event) && !cell) return
    end()
    pointer = { x: event.clientX, y: event.clientY }
    isAddedTo = isOnCircle(event.target)
    const startRange = (): void => {
      const base = selection.selection.value
      const id = idAt(Number(cell?.dataset["index"]))
      if (id !== undefined) cover(base, [id])
      begin({ _tag: "range", base })
    }
    press = { at: pointer, timer: isTouch(event) ? setTimeout(startRange, LONG_PRESS_MS) : undefined }
    addEventListener("pointermove", onMove)
    addEventListener("pointerup", end)
    addEventListener("pointercancel", end)
    addEventListener("keydown", onKeydown, true)
    if (!isTouch(event)) return addEventListener("selectstart", hold)
    // The touched element receives all moves of this touch, even after the list has removed the element. Therefore the
    // listener is on that element.
    touched = event.target
    touched?.addEventListener("touchmove", holdTouch, { passive: false })
  }
  /** Toggles the clicked cell if anything is selected, if the click is on the circle, or if Shift is pressed. */
  const onClick = (event: MouseEvent): void => {
    if (!isOn()) return
    const cell = cellOf(event.target)
    const isAfterDrag = isDragged && event.detail > 0
    isDragged = false
    const isOpened =
      !isOnCircle(event.target) && !selection.selecting.value && !event.shiftKey && !isAfterDrag
    if (!isAfterDrag && (!cell || isOpened || isOnControl(event.target))) return
    event.preventDefault()
    event.stopPropagation()
    const id = cell && !isAfterDrag ? idAt(Number(cell.dataset["index"])) : undefined
    if (id !== undefined) selection.toggle(id, event)
  }
  /**
   * The browser must not drag pictures and links, and must not open its context menu on a long press. Either would end
   * our drag.
   */
  const onDragstart = (event: DragEvent): void => {
    if (isOn()) event.preventDefault()
  }
  const onContextmenu = (event: MouseEvent): void => {
    if (touched !== null) event.preventDefault()
  }
  return {
    band,
    /** Listeners for the element that contains the cells. */
    on: { pointerdown: onPointerdown, dragstart: onDragstart, contextmenu: onContextmenu },
    /** Handles clicks. The listener must use the capture phase, so that it runs before the link of the cell. */
    onClick
  }
}
