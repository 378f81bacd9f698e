// @vitest-environment node
import { describe, expect, it, vi } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import { makeLeaveToLogin } from "./leaveToLogin"

const page = { render: () => null }
const openRouter = () =>
  createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: "/", name: "home", component: page, meta: { title: () => "" } },
      { path: "/login", name: "login", component: page, meta: { title: () => "", public: true } },
      { path: "/ops", name: "operations", component: page, meta: { title: () => "" } }
    ]
  })

describe("redirecting after the session has ended", () => {
  it("does not redirect while the router is still resolving the first page", async () => {
    const router = openRouter()
    const signOut = vi.fn()
    const leave = makeLeaveToLogin(router, signOut)
    router.beforeEach(() => leave())
    await router.push("/login?next=/ops")
    expect(router.currentRoute.value.fullPath).toBe("/login?next=/ops")
    expect(signOut).not.toHaveBeenCalled()
  })

  it("redirects to the sign-in page and remembers the page to return to", async () => {
    const router = openRouter()
    await router.push("/ops?q=failed")
    const signOut = vi.fn()
    const arrived = new Promise<void>((resolve) => void router.afterEach(() => resolve()))
    makeLeaveToLogin(router, signOut)()
    await arrived
    expect(router.currentRoute.value.query).toEqual({ next: "/ops?q=failed" })
    expect(signOut).toHaveBeenCalledOnce()
  })

  it("does not redirect if the sign-in page is already open", async () => {
    const router = openRouter()
    await router.push("/login?next=/ops")
    makeLeaveToLogin(router, () => undefined)()
    expect(router.currentRoute.value.fullPath).toBe("/login?next=/ops")
  })
})
