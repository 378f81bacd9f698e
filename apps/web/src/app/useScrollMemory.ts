import { onScopeDispose, type Ref } from "vue"
import { useRouter } from "vue-router"

const GIVE_UP_MS = 1_500

/**
 * Remembers the position of the page's scrolling element for each history entry. On Back, the browser restores only the
 * scroll position of the window, not that of an element.
 */
export const useScrollMemory = (scroller: Readonly<Ref<HTMLElement | null>>): void => {
  const router = useRouter()
  const offsets = new Map<number, number>()
  let position = historyPosition()

  const stopBefore = router.beforeEach(() => {
    if (scroller.value) offsets.set(position, scroller.value.scrollTop)
  })
  const stopAfter = router.afterEach((to, from, failure) => {
    if (failure) return
    const target = historyPosition()
    const isReturn = target < position || (target !== position && offsets.has(target))
    position = target
    if (to.matched[0] === from.matched[0] && !isReturn) return
    restore(isReturn ? (offsets.get(target) ?? 0) : 0)
  })
  onScopeDispose(() => (stopBefore(), stopAfter()))

  /** Scrolls to `top` as soon as the list is rendered and tall enough. */
  const restore = (top: number): void => {
    const until = performance.now() + GIVE_UP_MS
    const attempt = (): void => {
      const box = scroller.value
      if (box) box.scrollTop = top
      const isThere = box && Math.abs(box.scrollTop - top) < 2
      if (!isThere && performance.now() < until) requestAnimationFrame(attempt)
    }
    requestAnimationFrame(attempt)
  }
}

const historyPosition = (): number => Number((history.state as { position?: number } | null)?.position ?? 0)
