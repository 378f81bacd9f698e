import { PiniaColada, useQueryCache } from "@pinia/colada"
import { createPinia } from "pinia"
import { createApp, type App } from "vue"
import { onApiError } from "@/api"
import { useSessionCache } from "@/features/accounts/queries"
import { provideLive } from "@/live"
import { makeLive } from "@/live/applyLive"
import { liveTopics } from "./liveTopics"
import AppRoot from "./AppRoot.vue"
import { guard } from "./guard"
import { makeLeaveToLogin } from "./leaveToLogin"
import { loadPageAt, loadPagesWhenIdle } from "./pageChunks"
import { makeRouter, routes } from "./router"
import { watchForNewBuild } from "./staleBuild"

/** The composition root of the app. */
export const makeApp = (): App => {
  const app = createApp(AppRoot)
  const router = makeRouter()
  app.use(createPinia()).use(PiniaColada, { queryOptions: { staleTime: 10_000, refetchOnReconnect: true } })

  const { cache, session } = app.runWithContext(() => ({
    cache: useQueryCache(),
    session: useSessionCache()
  }))
  const leave = makeLeaveToLogin(router, session.signOut)
  const live = makeLive(cache, liveTopics, (reason) => {
    if (reason === "session_ended") return leave()
    void cache.invalidateQueries({ key: ["session"] }).then(live.open.bind(live), () => undefined)
  })
  provideLive(app, live)
  onApiError((error) => {
    if (error.code === "authentication_required") leave()
  })

  guard(router, cache)
  watchForNewBuild(router)
  loadPageAt(router, location.pathname)
  app.use(router)
  const showApp = (): void => document.getElementById("boot")?.remove()
  // A first page that cannot be loaded is explained by the build watcher.
  router
    .isReady()
    .then(
      () => loadPagesWhenIdle(routes),
      () => undefined
    )
    .finally(showApp)
  return app
}
