import { morph } from "@/lib/morph"
import { type RouteLocationRaw, useRouter } from "vue-router"

/** Plain links without the reactive state of `RouterLink`, because scrolling creates dozens of cards at a time. */
export const usePlainLink = () => {
  const router = useRouter()
  return {
    addressOf: (to: RouteLocationRaw): string => router.resolve(to).href,
    /**
     * Handles a click on the link. Clicks that open another tab or window are left to the browser. `picture` is
     * animated to its position on the page.
     */
    follow: (event: MouseEvent, to: RouteLocationRaw, picture: HTMLElement | null = null): void => {
      const { altKey, button, ctrlKey, defaultPrevented, metaKey, shiftKey } = event
      if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || button !== 0) return
      event.preventDefault()
      // A lightbox opens without a transition, during which it would ignore touches.
      const isOver = router.resolve(to).matched.length > 1
      morph(isOver ? null : picture, () => router.push(to))
    }
  }
}
