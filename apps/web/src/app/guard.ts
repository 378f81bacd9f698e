import { shallowRef } from "vue"
import type { RouteLocationNormalized, RouteLocationRaw, Router } from "vue-router"
import { meQuery, setupStatusQuery } from "@/features/accounts/queries"
import { stepInAddress } from "@/features/setup/steps"
import type { QueryCache } from "@/lib/queryCache"

/** Set while the server could not be asked who is here; the whole page shows it. */
export const bootFailure = shallowRef<unknown>()

/** No administrator yet: setup. Nobody signed in: login. A member at an administrator's page: a page that says so. */
export const guard = (router: Router, cache: QueryCache): void => {
  router.beforeEach(async (to) => {
    try {
      const target = await redirect(to, cache)
      bootFailure.value = undefined
      return target ?? true
    } catch (fault) {
      bootFailure.value = fault
      return to.matched.length > 0 && router.currentRoute.value.matched.length > 0 ? false : true
    }
  })
}

const redirect = async (
  to: RouteLocationNormalized,
  cache: QueryCache
): Promise<RouteLocationRaw | undefined> => {
  // Both at once: on a slow line each question costs a second before the first page.
  const asked = [cache.refresh(cache.ensure(setupStatusQuery)), cache.refresh(cache.ensure(meQuery))] as const
  const { data: setup } = await read(asked[0])
  if (setup.needsSetup) return to.name === "setup" && !isLaterStep(to) ? undefined : { name: "setup" }
  const { data: me } = await read(asked[1])
  if (to.name === "setup" && !(me?.role === "administrator" && isLaterStep(to))) return { name: "home" }
  if (to.name === "login") return me ? { name: "home" } : undefined
  if (!me) return { name: "login", query: to.fullPath === "/" ? {} : { next: to.fullPath } }
  if (to.meta.admin && me.role !== "administrator") {
    return { name: "forbidden", replace: true }
  }
  return undefined
}

/** The account exists: what follows can be come back to until the wizard is through. */
const isLaterStep = (to: RouteLocationNormalized): boolean => stepInAddress(to.query) !== "account"

const read = async <T>(
  pending: Promise<{ status: string; data: T | undefined; error: unknown }>
): Promise<{ data: T }> => {
  const state = await pending
  if (state.status === "error") throw state.error
  return { data: state.data as T }
}
