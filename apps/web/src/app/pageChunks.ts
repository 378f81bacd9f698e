import type { RouteComponent, RouteLocationMatched, RouteRecordRaw, Router } from "vue-router"

type Lazy = () => Promise<RouteComponent>

let loading = 0
/** Set while chunks are prefetched that no navigation has requested yet. */
export const isLoadingAhead = (): boolean => loading > 0

/** Pages are functions that import their chunk; what is loaded already is an object. */
const load = (component: unknown): void => {
  if (typeof component !== "function") return
  loading += 1
  // A failure is not swallowed: opening the page imports the chunk again and reports it.
  void (component as Lazy)()
    .catch(() => undefined)
    .finally(() => (loading -= 1))
}

const loadRecord = ({ components }: RouteLocationMatched): void =>
  Object.values(components ?? {}).forEach(load)

/** Fetches the code of the page in the address while the session is still being determined. */
export const loadPageAt = (router: Router, path: string): void =>
  router.resolve(path).matched.forEach(loadRecord)

const IDLE_LIMIT_MS = 10_000

/** Prefetches the code of every page when idle, so pages open immediately, also offline. */
export const loadPagesWhenIdle = (routes: ReadonlyArray<RouteRecordRaw>): void => {
  if (savesData()) return
  const loadAll = (): void => routes.forEach((route) => load(route.component))
  if ("requestIdleCallback" in window) requestIdleCallback(loadAll, { timeout: IDLE_LIMIT_MS })
  else setTimeout(loadAll, IDLE_LIMIT_MS / 2)
}

const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
