import type { Router } from "vue-router"

/** Handles a 401 response: clears cached data and opens the sign-in page. */
export const makeLeaveToLogin = (router: Router, signOut: () => void) => (): void => {
  const here = router.currentRoute.value
  // While the first page is loading, the 401 is the response to the guard's own request. The guard then opens the
  // sign-in page itself and remembers the requested path.
  if (here.matched.length === 0) return
  signOut()
  if (here.meta.public) return
  void router.push({ name: "login", query: here.path === "/" ? {} : { next: here.fullPath } })
}
