import { onScopeDispose, shallowRef, watch, type Ref } from "vue"
import type { JobsBoard } from "@/live/jobsBoard"

const SCROLLED_PX = 24

/** Prevents rows from moving while the pointer or the focus is in the table, or while the table is scrolled down. */
export const useHeldRows = (board: JobsBoard, scroller: Readonly<Ref<HTMLElement | null>>) => {
  const hasPointer = shallowRef(false)
  const hasFocus = shallowRef(false)
  const isScrolled = shallowRef(false)
  const onScroll = (): void => void (isScrolled.value = (scroller.value?.scrollTop ?? 0) > SCROLLED_PX)
  watch(
    scroller,
    (box, _before, onCleanup) => {
      box?.addEventListener("scroll", onScroll, { passive: true })
      onCleanup(() => box?.removeEventListener("scroll", onScroll))
    },
    { immediate: true }
  )
  watch([hasPointer, hasFocus, isScrolled], (reasons) => board.hold(reasons.some(Boolean)))
  onScopeDispose(() => {
    board.hold(false)
    board.freeze(false)
  })
  return { hasPointer, hasFocus }
}
