import { morph } from "@/lib/morph"
import { type RouteLocationRaw, useRouter } from "vue-router"

/**
 * Returns functions for plain `<a>` links. Cards use plain links instead of `RouterLink`. Scrolling creates dozens of
 * cards at a time, and the reactive state of `RouterLink` would cost too much.
 */
export const usePlainLink = () => {
  const router = useRouter()
  return {
    addressOf: (to: RouteLocationRaw): string => router.resolve(to).href,
    /**
     * Handles a click on a link. The browser handles clicks that open another tab or window. `picture` is animated to
     * its position on the new page.
     */
    follow: (event: MouseEvent, to: RouteLocationRaw, picture: HTMLElement | null = null): void => {
      const { altKey, button, ctrlKey, defaultPrevented, metaKey, shiftKey } = event
      if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || button !== 0) return
      event.preventDefault()
      // A lightbox opens without an animation, because the lightbox would ignore touches during an animation.
      const isOver = router.resolve(to).matched.length > 1
      morph(isOver ? null : picture, () => router.push(to))
    }
  }
}
