import type { Group } from "@media/query/Tree"
import { nextTick, type Ref, shallowRef } from "vue"
import { type Dragged, pathOf } from "./barContext"
import type { Path } from "./editing"
import { chipPaths, duplicated, endOf, moved, nodeAt, type Place } from "./moving"

/** Minimum distance in pixels that the pointer moves before a press becomes a drag. */
const DRAG_PX = 5

/**
 * Moves and copies the chips of a filter bar. The user drags a chip with a mouse, pen or finger, or uses the menu of
 * the chip.
 */
export const useChipMoves = (
  bar: Readonly<Ref<HTMLElement | null>>,
  root: Readonly<Ref<Group>>,
  change: (edit: (now: Group) => Group) => void
) => {
  const dragged = shallowRef<Dragged>()
  let hasDragged = false

  /**
   * Applies a changed tree. Returns the element that gets the focus: the first part of chip number `position` in the
   * whole bar.
   */
  const apply = async (next: Group, position: number): Promise<HTMLElement | undefined> => {
    change(() => next)
    await nextTick()
    const chip = bar.value?.querySelectorAll("[data-chip]")[position]
    return chip?.querySelector<HTMLElement>("[data-part]") ?? undefined
  }
  const move = (from: Path, to: Place) => {
    const node = nodeAt(root.value, from)
    const next = moved(root.value, from, to)
    return apply(
      next,
      chipPaths(next).findIndex((path) => nodeAt(next, path) === node)
    )
  }
  const duplicate = (path: Path) => {
    const node = nodeAt(root.value, path)
    const position = chipPaths(root.value).findIndex((each) => nodeAt(root.value, each) === node)
    return apply(duplicated(root.value, path), position + 1)
  }

  /**
   * Returns the place at a point of the screen: next to the chip at the point, or at the end of the group at the point.
   */
  const placeAt = ({ clientX, clientY }: PointerEvent): Place | undefined => {
    const under = document
      .elementFromPoint(clientX, clientY)
      ?.closest<HTMLElement>("[data-chip], [data-group]")
    if (!under || bar.value?.contains(under) !== true) return undefined
    const chip = under.dataset["chip"]
    if (chip === undefined) return endOf(root.value, pathOf(under.dataset["group"] ?? ""))
    const { left, width } = under.getBoundingClientRect()
    const path = pathOf(chip)
    const isSecondHalf = clientX > left + width / 2 !== (getComputedStyle(under).direction === "rtl")
    return { path: path.slice(0, -1), index: path.at(-1)! + (isSecondHalf ? 1 : 0) }
  }

  const drag = (from: Path, start: PointerEvent): void => {
    if (start.button !== 0) return
    hasDragged = false
    const handle = start.currentTarget as HTMLElement
    handle.setPointerCapture(start.pointerId)
    const listening = new AbortController()
    const { signal } = listening
    const end = (): void => {
      listening.abort()
      dragged.value = undefined
    }
    const onMove = (event: PointerEvent): void => {
      const distance = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY)
      if (!hasDragged && distance < DRAG_PX) return
      hasDragged = true
      dragged.value = { from, to: placeAt(event) }
    }
    const onUp = (): void => {
      const to = dragged.value?.to
      end()
      if (to !== undefined) void move(from, to).then((chip) => chip?.focus())
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return
      event.stopPropagation()
      end()
    }
    handle.addEventListener("pointermove", onMove, { signal })
    handle.addEventListener("pointerup", onUp, { signal })
    handle.addEventListener("pointercancel", end, { signal })
    window.addEventListener("keydown", onKey, { signal, capture: true })
  }

  return {
    dragged,
    drag,
    move,
    duplicate,
    /** Returns true for the click that ends a drag. Clicks made with the keyboard have a `detail` of 0. */
    isDrop: ({ detail }: MouseEvent): boolean => detail > 0 && hasDragged
  }
}
