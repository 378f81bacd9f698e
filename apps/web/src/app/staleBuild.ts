import { shallowRef } from "vue"
import type { Router } from "vue-router"
import { translate } from "@/lib/messages"
import { apiAddress } from "@/lib/urlBase"
import { toast } from "@/ui/toasts"
import { messages } from "./messages"
import { isLoadingAhead } from "./pageChunks"

/**
 * True if a newer version was installed while this tab was open. The server then no longer has the chunks of this tab's
 * build.
 */
export const buildIsStale = shallowRef(false)

const ANSWER_MS = 3_000

/**
 * Explains to the user why a chunk could not be loaded: either a newer version has replaced this build, or the server
 * is unreachable.
 */
export const watchForNewBuild = (router: Router): void => {
  addEventListener("vite:preloadError", () => {
    if (!isLoadingAhead()) void explain()
  })
  router.onError((fault: unknown) => {
    if (isImportFailure(fault)) void explain()
  })
}

const isImportFailure = (fault: unknown): boolean =>
  fault instanceof TypeError &&
  /dynamically imported module|module script|Importing a module/i.test(fault.message)

let explaining: Promise<void> | undefined
const explain = (): Promise<void> =>
  (explaining ??= answers()
    .then((isThere) => {
      if (isThere) buildIsStale.value = true
      else toast(translate(messages, "offlinePage"), "bad")
    })
    .finally(() => (explaining = undefined)))

const answers = (): Promise<boolean> =>
  fetch(apiAddress("/api/health"), { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false
  )
