import { shallowRef } from "vue"
import type { Router } from "vue-router"

/** A newer version was installed while this tab was open: parts of this one are gone from the server. */
export const buildIsStale = shallowRef(false)

export const watchForNewBuild = (router: Router): void => {
  addEventListener("vite:preloadError", (event) => {
    event.preventDefault()
    buildIsStale.value = true
  })
  router.onError((fault: unknown) => {
    if (
      fault instanceof TypeError &&
      /dynamically imported module|module script|Importing a module/i.test(fault.message)
    ) {
      buildIsStale.value = true
    }
  })
}
