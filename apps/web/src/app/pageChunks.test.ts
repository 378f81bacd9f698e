import { expect, it, vi } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import { loadPageAt, loadPagesWhenIdle } from "./pageChunks"

const page = { render: () => null }

it("starts by loading only the code of the page in the URL", () => {
  const videos = vi.fn(() => Promise.resolve(page))
  const settings = vi.fn(() => Promise.resolve(page))
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: "/videos", component: videos },
      { path: "/settings", component: settings }
    ]
  })
  loadPageAt(router, "/videos?q=x")
  expect(videos).toHaveBeenCalledOnce()
  expect(settings).not.toHaveBeenCalled()
})

it("continues prefetching if a chunk fails to load", async () => {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: "/videos", component: () => Promise.reject(new TypeError("Failed to fetch")) }]
  })
  loadPageAt(router, "/videos")
  await new Promise((resolve) => setTimeout(resolve))
})

it("prefetches the other pages one at a time after the current page has loaded", async () => {
  vi.useFakeTimers()
  const order: string[] = []
  const slow = (name: string) => async () => {
    order.push(`${name} asked`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    order.push(`${name} there`)
    return page
  }
  let busy = true
  void loadPagesWhenIdle(
    [
      { path: "/a", component: slow("a") },
      { path: "/b", component: slow("b") }
    ],
    () => busy
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect(order).toEqual([])
  busy = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(order).toEqual(["a asked", "a there", "b asked", "b there"])
  vi.useRealTimers()
})
