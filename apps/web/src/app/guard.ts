import { shallowRef } from "vue"
import type { RouteLocationNormalized, RouteLocationRaw, Router } from "vue-router"
import { meQuery, setupStatusQuery } from "@/features/accounts/queries"
import { stepInAddress } from "@/features/setup/steps"
import type { QueryCache } from "@/lib/queryCache"

/** Set while the session could not be determined; shown instead of any page. */
export const bootFailure = shallowRef<unknown>()

/** No administrator yet: setup. No session: login. A member on an administrator's page: the forbidden page. */
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
  // Both at once: on a slow connection each request delays the first page by a second.
  const requests = [
    cache.refresh(cache.ensure(setupStatusQuery)),
    cache.refresh(cache.ensure(meQuery))
  ] as const
  const { data: setup } = await read(requests[0])
  if (setup.needsSetup) return to.name === "setup" && !isLaterStep(to) ? undefined : { name: "setup" }
  const { data: me } = await read(requests[1])
  if (to.name === "setup" && !(me?.role === "administrator" && isLaterStep(to))) return { name: "home" }
  if (to.name === "login") return me ? { name: "home" } : undefined
  if (!me) return { name: "login", query: to.fullPath === "/" ? {} : { next: to.fullPath } }
  if (to.meta.admin && me.role !== "administrator") {
    return { name: "forbidden", replace: true }
  }
  return undefined
}

/** The account exists: the later steps can be resumed until the wizard is finished. */
const isLaterStep = (to: RouteLocationNormalized): boolean => stepInAddress(to.query) !== "account"

const read = async <T>(
  pending: Promise<{ status: string; data: T | undefined; error: unknown }>
): Promise<{ data: T }> => {
  const state = await pending
  if (state.status === "error") throw state.error
  return { data: state.data as T }
}
