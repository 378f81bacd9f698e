import { nextTick, onScopeDispose, shallowRef, watchEffect } from "vue"
import { useRouter } from "vue-router"

const LOADING_MS = 3_000
const own = shallowRef<string>()

/** A page that knows a better name than its route (a video's title). */
export const usePageTitle = (title: () => string | undefined): void => {
  watchEffect(() => (own.value = title()))
  onScopeDispose(() => (own.value = undefined))
}

/** Keeps the window's title right, and after a change of page puts the focus on its heading. */
export const useRouteAnnouncement = (): void => {
  const router = useRouter()
  watchEffect(() => {
    const title = own.value ?? router.currentRoute.value.meta.title
    document.title = title ? `${title} – Media Library` : "Media Library"
  })
  const stop = router.afterEach(async (to, from, failure) => {
    if (failure || from.matched.length === 0 || to.matched[0] === from.matched[0]) return
    await nextTick()
    if (!document.activeElement?.matches("[autofocus]")) focusHeading()
  })
  onScopeDispose(stop)
}

/** The heading may come only with the page's data; a focus that was moved meanwhile stays where it is. */
export const focusHeading = (until = performance.now() + LOADING_MS): void => {
  const heading = document.querySelector<HTMLElement>("h1")
  if (!heading) {
    if (performance.now() < until && document.activeElement === document.body)
      requestAnimationFrame(() => focusHeading(until))
    return
  }
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
