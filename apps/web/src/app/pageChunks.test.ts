// @vitest-environment node
import { expect, it, vi } from "vitest"
import { createMemoryHistory, createRouter } from "vue-router"
import { loadPageAt } from "./pageChunks"

const page = { render: () => null }

it("fetches the code of the page that the address names, and of no other", () => {
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

it("survives a chunk that does not arrive", async () => {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: "/videos", component: () => Promise.reject(new TypeError("Failed to fetch")) }]
  })
  loadPageAt(router, "/videos")
  await new Promise((resolve) => setTimeout(resolve))
})
