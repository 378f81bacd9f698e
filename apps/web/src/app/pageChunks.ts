import type { RouteComponent, RouteLocationMatched, RouteRecordRaw, Router } from "vue-router"

type Lazy = () => Promise<RouteComponent>

let loading = 0
/** Set while chunks are prefetched that no navigation has requested yet. */
export const isLoadingAhead = (): boolean => loading > 0

/** A failed prefetch is ignored, because the user did not request it. */
export const loadAhead = <T>(load: () => Promise<T>): Promise<T> => {
  loading += 1
  return load().finally(() => (loading -= 1))
}

/** Routes are functions that import a chunk; loaded pages are objects. */
const load = async (component: unknown): Promise<void> => {
  if (typeof component !== "function") return
  // A failure is not swallowed: opening the page imports the chunk again and reports it.
  await loadAhead(component as Lazy).catch(() => undefined)
}

const loadRecord = ({ components }: RouteLocationMatched): void =>
  Object.values(components ?? {}).forEach((component) => void load(component))

/** Fetches the code of the page in the address while the session is still being determined. */
export const loadPageAt = (router: Router, path: string): void =>
  router.resolve(path).matched.forEach(loadRecord)

/** On a slow connection, the page's data must not wait for code that is not needed yet. */
const QUIET_MS = 2_000

/**
 * Prefetches the code of every page, one by one, after this page has loaded. Pages then open immediately, also
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
