import type { Router } from "vue-router"

/** What to do when the server says that nobody is signed in (any more): forget what was read, go to the sign-in page. */
export const makeLeaveToLogin = (router: Router, signOut: () => void) => (): void => {
  const here = router.currentRoute.value
  // Before the first page it is the guard's own question that was answered with 401; the guard keeps the target.
  if (here.matched.length === 0) return
  signOut()
  if (here.meta.public) return
  void router.push({ name: "login", query: here.path === "/" ? {} : { next: here.fullPath } })
}
