import {
  inject,
  onScopeDispose,
  provide,
  shallowRef,
  type InjectionKey,
  type Ref,
  type ShallowRef
} from "vue"

/** Time without movement after which a list no longer counts as scrolling. */
const REST_MS = 120
/**
 * Milliseconds per frame for postponed work while the list scrolls. The rest of the frame is needed for rows that
 * come into view.
 */
const MOVING_MS = 3
/** Milliseconds per frame for postponed work after scrolling has stopped. */
const RESTING_MS = 8

/** Rendering work that cells postpone while a list scrolls. The newest work runs first, a little in each frame. */
interface Later {
  readonly isMoving: () => boolean
  /** True on touch devices, which always show the controls. */
  readonly isTouch: boolean
  readonly put: (fill: () => void, whenAtRest: boolean) => () => void
}
const key: InjectionKey<Later> = Symbol("later")

/** Provides postponed rendering to the cells of a list. The cells call `useLater`. */
export const provideLater = (scroller: Readonly<Ref<HTMLElement | null>>) => {
  const soon = new Set<() => void>()
  const atRest = new Set<() => void>()
  let movedAt = -Infinity
  let frame = 0
  let last = -1
  const isMoving = (): boolean => performance.now() - movedAt < REST_MS
  const work = (waiting: Set<() => void>, until: number): void => {
    for (const fill of [...waiting].toReversed()) {
      if (performance.now() > until) return
      waiting.delete(fill)
      fill()
    }
  }
  const turn = (): void => {
    frame = 0
    const moves = isMoving()
    const until = performance.now() + (moves ? MOVING_MS : RESTING_MS)
    work(soon, until)
    if (!moves) work(atRest, until)
    if (soon.size + atRest.size > 0) frame = requestAnimationFrame(turn)
  }
  provide(key, {
    isMoving,
    isTouch: matchMedia("(pointer: coarse)").matches,
    put: (fill, whenAtRest) => {
      const waiting = whenAtRest ? atRest : soon
      waiting.add(fill)
      frame ||= requestAnimationFrame(turn)
      return () => void waiting.delete(fill)
    }
  })
  onScopeDispose(() => cancelAnimationFrame(frame))
  return {
    /** Records a scroll event. The list must call this function on each scroll event. */
    moved: (): void => {
      const top = scroller.value?.scrollTop ?? 0
      if (top !== last) movedAt = performance.now()
      last = top
    }
  }
}

const useTurn = (later: Later | undefined, whenAtRest: boolean): Readonly<ShallowRef<boolean>> => {
  const isThere = shallowRef(!later?.isMoving())
  if (later && !isThere.value) onScopeDispose(later.put(() => (isThere.value = true), whenAtRest))
  return isThere
}

/**
 * Returns `isPictured` and `isFull`. Both are true immediately in cells that are rendered while the list does not
 * scroll. Otherwise `isPictured` becomes true a few frames later and lets the cell show its picture. `isFull` becomes
 * true when scrolling stops and lets the cell show controls that appear under the pointer.
 */
export const useLater = () => {
  const later = inject(key, undefined)
  const isPictured = useTurn(later, false)
  return { isPictured, isFull: later?.isTouch === true ? isPictured : useTurn(later, true) }
}
