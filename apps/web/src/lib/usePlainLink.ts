import { morph } from "@/lib/morph"
import { type RouteLocationRaw, useRouter } from "vue-router"

/** Links without what `RouterLink` follows of the present page: cards are made by the dozen at each turn of the wheel. */
export const usePlainLink = () => {
  const router = useRouter()
  return {
    addressOf: (to: RouteLocationRaw): string => router.resolve(to).href,
    /** For `click` of the link; what opens another tab or window is the browser's. `picture` moves to its place on the page. */
    follow: (event: MouseEvent, to: RouteLocationRaw, picture: HTMLElement | null = null): void => {
      const { altKey, button, ctrlKey, defaultPrevented, metaKey, shiftKey } = event
      if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || button !== 0) return
      event.preventDefault()
      // A lightbox opens over the page at once: during a transition it would ignore fingers.
      const isOver = router.resolve(to).matched.length > 1
      morph(isOver ? null : picture, () => router.push(to))
    }
  }
}
