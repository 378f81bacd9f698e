import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { itemFixture } from "@/features/items/testing"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import MoviesPage from "./MoviesPage.vue"

const set = {
  ...{ name: 'Alien "Anthology"', movieCount: 3, watchedCount: 1, firstYear: 1979, lastYear: 1997 },
  picture: null
}
const movie = { ...itemFixture, kind: "video", type: "movie", duration: 60, versionCount: 1, year: 1979 }

let page: VueWrapper
const open = async (at: string, sets: ReadonlyArray<unknown> = [set]) => {
  stubApi({
    ...user("administrator"),
    "GET /api/libraries": () => ({ items: [], total: 0, page: 1, perPage: 100 }),
    "GET /api/video/movie-sets": () => ({ items: sets, total: sets.length, page: 1, perPage: 500 }),
    "GET /api/video/movies": () => ({ items: [movie], total: 1, page: 1, perPage: 40 })
  })
  const opened = await mountPage(MoviesPage, { at, names: ["movies", "movie", "watch", "libraries"] })
  page = opened.page
  await vi.advanceTimersByTimeAsync(400)
  await vi.dynamicImportSettled()
  await flushPromises()
  return opened.router
}
const sets = () => page.find("section[aria-labelledby]")

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  page.unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("lets the user hide movies that belong to a set", async () => {
  const router = await open("/")
  expect(sets().text()).toMatch(/Alien "Anthology".*3 movies · 1979–1997/s)
  await sets().get("a").trigger("click")
  await flushPromises()
  expect(router.currentRoute.value).toMatchObject({
    name: "movies",
    query: { q: String.raw`setName="Alien \"Anthology\""` }
  })
  await router.push("/")
  await vi.dynamicImportSettled()
  await flushPromises()
  await sets().get("[role=switch]").setValue(true)
  await flushPromises()
  expect(router.currentRoute.value.query["q"]).toBe("-is:inSet")
})

it("hides the movie sets while a filter is active", async () => {
  await open("/?q=-is:inSet")
  expect(sets().get<HTMLInputElement>("[role=switch]").element.checked).toBe(true)
  page.unmount()
  await open("/?q=alien")
  expect(sets().exists()).toBe(false)
  page.unmount()
  await open("/", [])
  expect(sets().exists()).toBe(false)
})
