import { PiniaColada } from "@pinia/colada"
import { flushPromises, mount } from "@vue/test-utils"
import { createPinia } from "pinia"
import { vi } from "vitest"
import { shallowRef, type Component } from "vue"
import { createMemoryHistory, createRouter, RouterView } from "vue-router"
import { provideScroller } from "@/ui/scroller"

type Answer = (body: unknown) => unknown
/** Responses keyed by `METHOD /path`. A function may throw a number, which is the status of an error response. */
export type Answers = Readonly<Record<string, Answer>>

interface Fault {
  readonly code: string
  readonly message: string
  readonly fields?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}
class Refusal extends Error {
  readonly status: number
  readonly fault: Fault
  constructor(status: number, fault: Fault) {
    super(fault.message)
    this.status = status
    this.fault = fault
  }
}
/** Returns an error response for `stubApi` in tests. */
export const refusal =
  (status: number, fault: Fault = { code: "failed", message: "It failed." }): Answer =>
  () => {
    throw new Refusal(status, fault)
  }

const json = (status: number, payload: unknown): Response =>
  new Response(JSON.stringify(payload), { status, headers: { "content-type": "application/json" } })

/** Stubs `fetch` in tests: responds to the requests in a table, and with 404 to any other request. */
export const stubApi = (answers: Answers): void => {
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const path = new URL(String(input), "http://test").pathname
    const answer = answers[`${init?.method ?? "GET"} ${path}`]
    if (!answer) return json(404, { ok: false, error: { code: "not_found", message: `No ${path}.` } })
    try {
      const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined
      return json(200, { ok: true, data: answer(body) })
    } catch (fault) {
      if (fault instanceof Refusal) return json(fault.status, { ok: false, error: fault.fault })
      if (typeof fault !== "number") throw fault
      return json(fault, { ok: false, error: { code: "failed", message: "It failed." } })
    }
  })
}

export const user = (role: "administrator" | "member") =>
  ({ "GET /api/session": () => ({ needsSetup: false, user: { role }, settings: null }) }) as const

/**
 * Waits until the next millisecond, because Vue ignores events in the millisecond in which their handler was attached.
 */
const nextMillisecond = async (): Promise<void> => {
  const now = Date.now()
  while (!vi.isFakeTimers() && Date.now() === now) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** Waits for pending updates and for code that loads on a click, such as dialogs and menus. */
export const settled = async (): Promise<void> => {
  await flushPromises()
  await vi.dynamicImportSettled()
  await flushPromises()
  await nextMillisecond()
}

/** Mounts a page at a URL inside the app's scrolling area, with router and cache, in tests. */
export const mountPage = async (page: Component, { at = "/", names = [], props = {} }: MountOptions = {}) => {
  const empty = { render: () => null }
  // Menus are rendered inside the main element.
  document.querySelector("main")?.remove()
  const box = document.body.appendChild(document.createElement("main"))
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
    { attachTo: box, global: { plugins: [router, createPinia(), PiniaColada] } }
  )
  await flushPromises()
  return { page: wrapper, router }
}

export interface MountOptions {
  readonly at?: string
  /** Names of routes that the page links to. */
  readonly names?: ReadonlyArray<string>
  readonly props?: Readonly<Record<string, unknown>>
}
