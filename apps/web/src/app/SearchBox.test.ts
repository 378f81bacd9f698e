import { flushPromises, mount } from "@vue/test-utils"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import SearchBox from "./SearchBox.vue"

const page = { render: () => null }
const open = async () => {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      {
        path: "/videos",
        name: "videos",
        component: page,
        meta: { isSearchable: true, title: () => "Videos" }
      },
      { path: "/videos/1", name: "video", component: page, meta: { title: () => "Video" } }
    ]
  })
  await router.push("/videos")
  const box = mount(SearchBox, { global: { plugins: [router] } })
  return { router, box }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("searches the list on screen as one types", async () => {
  const { box, router } = await open()
  await box.get("input").setValue("signal")
  await vi.advanceTimersByTimeAsync(300)
  expect(router.currentRoute.value.fullPath).toBe("/videos?q=signal")
})

it("takes no one back who went on before the search began", async () => {
  const { box, router } = await open()
  await box.get("input").setValue("signal")
  await router.push("/videos/1")
  await vi.advanceTimersByTimeAsync(300)
  await flushPromises()
  expect(router.currentRoute.value.fullPath).toBe("/videos/1")
})
