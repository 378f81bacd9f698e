import type { RouteComponent, RouteLocationMatched, RouteRecordRaw, Router } from "vue-router"

type Lazy = () => Promise<RouteComponent>

let loading = 0
/** True while code is being prefetched, as opposed to being loaded for a navigation. */
export const isLoadingAhead = (): boolean => loading > 0

/** Prefetches code. Callers ignore a failure, because the user did not request the code. */
export const loadAhead = <T>(load: () => Promise<T>): Promise<T> => {
  loading += 1
  return load().finally(() => (loading -= 1))
}

/**
 * Prefetches a page. A route that is not loaded yet has a function that imports its chunk. A loaded route has an
 * object.
 */
const load = async (component: unknown): Promise<void> => {
  if (typeof component !== "function") return
  // The failure can be ignored here: opening the page imports the chunk again and reports the failure.
  await loadAhead(component as Lazy).catch(() => undefined)
}

const loadRecord = ({ components }: RouteLocationMatched): void =>
  Object.values(components ?? {}).forEach((component) => void load(component))

/** Loads the code of the page in the address bar while the session is still being determined. */
export const loadPageAt = (router: Router, path: string): void =>
  router.resolve(path).matched.forEach(loadRecord)

/**
 * Delay without requests before code is prefetched. On a slow connection, the page's data must not wait for prefetched
 * code.
 */
const QUIET_MS = 2_000

/**
 * Prefetches the code of all pages, one by one, after this page has loaded. Pages then open immediately, even offline.
 */
export const loadPagesWhenIdle = async (
  routes: ReadonlyArray<RouteRecordRaw>,
  isBusy: () => boolean
): Promise<void> => {
  if (savesData()) return
  for (let quiet = 0; quiet < 2;) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 2))
    quiet = isBusy() || document.readyState !== "complete" ? 0 : quiet + 1
  }
  for (const { component } of routes) await load(component)
}

const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
