import { nextTick, onScopeDispose, shallowRef, watchEffect } from "vue"
import { useRouter } from "vue-router"

const LOADING_MS = 3_000
const own = shallowRef<string>()

/** Sets a title that is more specific than the title of the route, such as the title of a video. */
export const usePageTitle = (title: () => string | undefined): void => {
  watchEffect(() => (own.value = title()))
  onScopeDispose(() => (own.value = undefined))
}

/** Keeps the window's title up to date, and moves the focus to the heading of each new page. */
export const useRouteAnnouncement = (): void => {
  const router = useRouter()
  watchEffect(() => {
    const title = own.value ?? router.currentRoute.value.meta.title?.()
    document.title = title ? `${title} – Media Library` : "Media Library"
  })
  const stop = router.afterEach(async (to, from, failure) => {
    if (failure || from.matched.length === 0 || to.matched[0] === from.matched[0]) return
    await nextTick()
    if (document.activeElement?.matches("[autofocus]")) return
    if (isReturnFrom(from.fullPath)) focusLinkTo(from.path)
    else focusHeading()
  })
  onScopeDispose(stop)
}

/**
 * True if the user went back to a page from `path`, which a link on that page had opened. In that case, the history
 * entry of the page names `path` as its next entry.
 */
const isReturnFrom = (path: string): boolean =>
  (history.state as { readonly forward?: string | null } | null)?.forward === path

/**
 * Moves the focus to the link to `path`, once it is rendered again. Focuses the heading if the link does not appear in
 * time.
 */
const focusLinkTo = (path: string, until = performance.now() + LOADING_MS): void => {
  const link = [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    (candidate) => candidate.pathname === path
  )
  if (link) return link.focus({ preventScroll: true })
  if (performance.now() >= until) return focusHeading(until)
  if (document.activeElement === document.body) requestAnimationFrame(() => focusLinkTo(path, until))
}

/**
 * Moves the focus to the heading, and waits for the heading if the data is still loading. Does nothing if the user
 * moves the focus in the meantime.
 */
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
