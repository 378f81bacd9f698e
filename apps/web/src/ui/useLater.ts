import {
  inject,
  onScopeDispose,
  provide,
  shallowRef,
  type InjectionKey,
  type Ref,
  type ShallowRef
} from "vue"

/** A list counts as moving until nothing has scrolled for this long. */
const REST_MS = 120
/** Milliseconds of work per frame while scrolling; the rest of the frame is for rows that come into view. */
const MOVING_MS = 3
/** Milliseconds of work per frame after scrolling has stopped. */
const RESTING_MS = 8

/** Work that cells postpone while a list scrolls: the newest first, a few per frame. */
interface Later {
  readonly isMoving: () => boolean
  /** Touch devices always show the controls. */
  readonly isTouch: boolean
  readonly put: (fill: () => void, whenAtRest: boolean) => () => void
}
const key: InjectionKey<Later> = Symbol("later")

/** Called by a list; its cells use `useLater`. */
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
    /** Called on each scroll event. */
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
 * True immediately in cells that are rendered while the list rests. In a scrolling list, `isPictured` becomes true
 * some frames later, and `isFull`, for parts that only a resting pointer reveals, when scrolling stops.
 */
export const useLater = () => {
  const later = inject(key, undefined)
  const isPictured = useTurn(later, false)
  return { isPictured, isFull: later?.isTouch === true ? isPictured : useTurn(later, true) }
}
