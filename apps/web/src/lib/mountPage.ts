import { PiniaColada } from "@pinia/colada"
import { flushPromises, mount } from "@vue/test-utils"
import { createPinia } from "pinia"
import { vi } from "vitest"
import { shallowRef, type Component } from "vue"
import { createMemoryHistory, createRouter, RouterView } from "vue-router"
import { provideScroller } from "@/ui/scroller"

type Answer = (body: unknown) => unknown
/** Answers by `METHOD /path`; what a function throws as a number is that status. */
export type Answers = Readonly<Record<string, Answer>>

const json = (status: number, payload: unknown): Response =>
  new Response(JSON.stringify(payload), { status, headers: { "content-type": "application/json" } })

/** For tests: the network answers from a table, and whatever is not in it is unknown. */
export const stubApi = (answers: Answers): void => {
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const path = new URL(String(input), "http://test").pathname
    const answer = answers[`${init?.method ?? "GET"} ${path}`]
    if (!answer) return json(404, { ok: false, error: { code: "not_found", message: `No ${path}.` } })
    try {
      const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined
      return json(200, { ok: true, data: answer(body) })
    } catch (fault) {
      if (typeof fault !== "number") throw fault
      return json(fault, { ok: false, error: { code: "failed", message: "It failed." } })
    }
  })
}

export const user = (role: "administrator" | "member") => ({ "GET /api/auth/me": () => ({ role }) }) as const

/** For tests: a page at an address below the scrolling area of the app, with router and cache. */
export const mountPage = async (page: Component, { at = "/", names = [], props = {} }: MountOptions = {}) => {
  const empty = { render: () => null }
  const box = document.createElement("main")
  Object.defineProperty(box, "clientHeight", { value: 800 })
  Object.defineProperty(box, "clientWidth", { value: 1_000 })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: "/", name: "page", component: page, props: () => props },
      ...names.map((name) => ({ path: `/${name}/:id?`, name, component: empty }))
    ]
  })
  await router.push(at)
  const wrapper = mount(
    {
      components: { RouterView },
      setup: () => provideScroller(shallowRef(box)),
      template: "<RouterView />"
    },
    { attachTo: document.body, global: { plugins: [router, createPinia(), PiniaColada] } }
  )
  await flushPromises()
  return { page: wrapper, router }
}

export interface MountOptions {
  readonly at?: string
  /** Names of routes that links of the page lead to. */
  readonly names?: ReadonlyArray<string>
  readonly props?: Readonly<Record<string, unknown>>
}
