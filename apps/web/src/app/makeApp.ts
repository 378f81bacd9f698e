import type { SessionStart } from "@media/features/identity/accounts/contract"
import { PiniaColada, useQueryCache } from "@pinia/colada"
import { createPinia } from "pinia"
import { createApp, type App } from "vue"
import { onApiError } from "@/api"
import { useSessionCache } from "@/features/accounts/queries"
import { isSameView, startAgain } from "@/features/users/view"
import { pathHere } from "@/lib/urlBase"
import { provideLive } from "@/live"
import { makeLive } from "@/live/applyLive"
import { liveTopics } from "./liveTopics"
import AppRoot from "./AppRoot.vue"
import { noticeClosed } from "@/features/gate/closed"
import { guard } from "./guard"
import { makeLeaveToLogin } from "./leaveToLogin"
import { loadPageAt, loadPagesWhenIdle } from "./pageChunks"
import { makeRouter, routes } from "./router"
import { watchForNewBuild } from "./staleBuild"

/** Creates the app with its router, cache and live connection. */
export const makeApp = (): App => {
  const app = createApp(AppRoot)
  const router = makeRouter()
  app.use(createPinia()).use(PiniaColada, { queryOptions: { staleTime: 10_000, refetchOnReconnect: true } })

  const { cache, session } = app.runWithContext(() => ({
    cache: useQueryCache(),
    session: useSessionCache()
  }))
  const sessionNow = () => cache.getQueryData<SessionStart>(["session"])
  const leave = makeLeaveToLogin(router, session.signOut)
  const live = makeLive(cache, liveTopics, (reason) => {
    if (reason === "session_ended") return leave()
    const before = sessionNow()
    const follow = (): void => {
      if (isSameView(before, sessionNow())) live.open()
      else startAgain()
    }
    void cache.invalidateQueries({ key: ["session"] }).then(follow, () => undefined)
  })
  provideLive(app, live)
  onApiError((error) => {
    noticeClosed(error)
    if (error.code === "authentication_required") leave()
  })

  guard(router, cache)
  watchForNewBuild(router)
  loadPageAt(router, pathHere())
  app.use(router)
  const showApp = (): void => document.getElementById("boot")?.remove()
  const isReading = (): boolean =>
    cache.getEntries().some(({ asyncStatus }) => asyncStatus.value === "loading")
  // If the first page cannot be loaded, `watchForNewBuild` explains the failure.
  router
    .isReady()
    .then(
      () => void loadPagesWhenIdle(routes, isReading),
      () => undefined
    )
    .finally(showApp)
  return app
}
