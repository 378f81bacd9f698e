import type { Router } from "vue-router"

/** Handles 401: clears cached data and goes to the sign-in page. */
export const makeLeaveToLogin = (router: Router, signOut: () => void) => (): void => {
  const here = router.currentRoute.value
  // Before the first page, the 401 is the response to the guard's own request, and the guard remembers the requested
  // path.
  if (here.matched.length === 0) return
  signOut()
  if (here.meta.public) return
  void router.push({ name: "login", query: here.path === "/" ? {} : { next: here.fullPath } })
}
