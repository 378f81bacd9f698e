import type { RouteComponent, RouteLocationMatched, RouteRecordRaw, Router } from "vue-router"

type Lazy = () => Promise<RouteComponent>

let loading = 0
/** True while code is being prefetched. False while code is only being loaded for a navigation. */
export const isLoadingAhead = (): boolean => loading > 0

/** Loads code in advance. Callers ignore a failure, because the user did not ask for the code yet. */
export const loadAhead = <T>(load: () => Promise<T>): Promise<T> => {
  loading += 1
  return load().finally(() => (loading -= 1))
}

/**
 * Prefetches a component of a route. The component is a function that imports its chunk, or an object if it is already
 * loaded.
 */
const load = async (component: unknown): Promise<void> => {
  if (typeof component !== "function") return
  // Ignores a failure, because opening the page imports the chunk again and then reports the failure.
  await loadAhead(component as Lazy).catch(() => undefined)
}

const loadRecord = ({ components }: RouteLocationMatched): void =>
  Object.values(components ?? {}).forEach((component) => void load(component))

/** Loads the code of the page in the address bar while the session is still being determined. */
export const loadPageAt = (router: Router, path: string): void =>
  router.resolve(path).matched.forEach(loadRecord)

/**
 * Prefetching starts after no request has been pending for this long. On a slow connection, prefetched code must not
 * delay the data of the page.
 */
const QUIET_MS = 2_000

/**
 * Prefetches the code of all pages, one by one, after the first page has loaded. Pages then open immediately, even
 * offline.
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
