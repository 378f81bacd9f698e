import { shallowRef } from "vue"
import type { User } from "@media/features/identity/accounts/contract"
import type { RouteLocationNormalized, RouteLocationRaw, Router } from "vue-router"
import { sessionQuery } from "@/features/accounts/queries"
import { settingsQuery } from "@/features/settings/queries"
import { stepInAddress } from "@/features/setup/steps"
import type { QueryCache } from "@/lib/queryCache"

/**
 * The error that occurred while loading the session, which the app shows instead of any page. Undefined if none
 * occurred.
 */
export const bootFailure = shallowRef<unknown>()

/**
 * Redirects:
 * - to the setup if there is no administrator yet
 * - to the login if there is no session
 * - to the forbidden page if a member opens a page for administrators
 */
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
  const { data: session } = await read(cache.refresh(cache.ensure(sessionQuery)))
  if (session.needsSetup)
    return to.name === "setup" && stepInAddress(to.query) === undefined ? undefined : { name: "setup" }
  const me = session.user
  if (to.name === "setup") return (await maySetUp(cache, me)) ? undefined : { name: "home" }
  if (to.name === "login") return me ? { name: "home" } : undefined
  if (!me) return { name: "login", query: to.fullPath === "/" ? {} : { next: to.fullPath } }
  if (to.meta.admin && to.meta.members !== true && me.role !== "administrator") {
    return { name: "forbidden", replace: true }
  }
  return undefined
}

/** True for an administrator while the setup is unfinished, so that the administrator can continue it. */
const maySetUp = async (cache: QueryCache, me: User | null): Promise<boolean> => {
  if (me?.role !== "administrator") return false
  const { data: settings } = await read(cache.refresh(cache.ensure(settingsQuery)))
  return !settings.setup_completed
}

const read = async <T>(
  pending: Promise<{ status: string; data: T | undefined; error: unknown }>
): Promise<{ data: T }> => {
  const state = await pending
  if (state.status === "error") throw state.error
  return { data: state.data as T }
}
