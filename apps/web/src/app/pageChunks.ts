import type { RouteComponent, RouteLocationMatched, RouteRecordRaw, Router } from "vue-router"

type Lazy = () => Promise<RouteComponent>

let loading = 0
/** Something is fetched that nobody has asked for yet. */
export const isLoadingAhead = (): boolean => loading > 0

/** Pages are functions that import their chunk; what is loaded already is an object. */
const load = (component: unknown): void => {
  if (typeof component !== "function") return
  loading += 1
  // A failure is not lost: opening the page imports it again, and then it is reported.
  void (component as Lazy)()
    .catch(() => undefined)
    .finally(() => (loading -= 1))
}

const loadRecord = ({ components }: RouteLocationMatched): void =>
  Object.values(components ?? {}).forEach(load)

/** Fetches the code of the page in the address while the server is still asked who is here. */
export const loadPageAt = (router: Router, path: string): void =>
  router.resolve(path).matched.forEach(loadRecord)

const IDLE_LIMIT_MS = 10_000

/** Fetches the code of every page once nothing else is to be done, so that pages open at once, and also offline. */
export const loadPagesWhenIdle = (routes: ReadonlyArray<RouteRecordRaw>): void => {
  if (savesData()) return
  const loadAll = (): void => routes.forEach((route) => load(route.component))
  if ("requestIdleCallback" in window) requestIdleCallback(loadAll, { timeout: IDLE_LIMIT_MS })
  else setTimeout(loadAll, IDLE_LIMIT_MS / 2)
}

const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
