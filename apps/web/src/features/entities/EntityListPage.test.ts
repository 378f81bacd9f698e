import { flushPromises } from "@vue/test-utils"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { mountPage } from "@/lib/mountPage"
import { entityKinds } from "./entityKinds"
import EntityListPage from "./EntityListPage.vue"
import { liveTopic } from "./live"
import { entityFixture } from "./testing"

let asked: Array<string> = []
let total = 2
const rows = () =>
  Array.from({ length: total }, (_unused, at) => ({
    ...entityFixture,
    id: `e${at}`,
    name: `Person ${at}`,
    count: at
  }))
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(1_500)
  await flushPromises()
}
const open = async (at: string) => {
  vi.stubGlobal("fetch", async (input: string) => {
    const { pathname, searchParams } = new URL(String(input), "http://test")
    if (pathname === "/api/performers" && searchParams.get("perPage") !== "1")
      asked.push(searchParams.toString())
    if (pathname === "/api/session")
      return Response.json({ ok: true, data: { needsSetup: false, user: { role: "administrator" } } })
    const data = { items: pathname === "/api/performers" ? rows() : [], total, page: 1, perPage: 60 }
    return Response.json({ ok: true, data })
  })
  const names = ["people", "person", "studios", "tags", "markers", "transcripts"]
  const mounted = await mountPage(EntityListPage, { at, names, props: { info: entityKinds.performer } })
  await settle()
  return mounted
}
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  total = 2
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("reloads the list of people when another user changes an entity", async () => {
  const { page } = await open("/")
  expect(asked).toEqual(["sort=name&order=asc&page=1&perPage=60"])
  expect(page.get("h1 + span").text()).toBe("2")
  expect(page.text()).toContain("1 item")
  total = 3
  liveTopic.delta({ topics: ["entities"] } as never, {} as never)
  await settle()
  expect(page.get("h1 + span").text()).toBe("3")
  page.unmount()
})

it("keeps the search, the favorites filter and the order in the URL", async () => {
  const { page } = await open("/?q=ing&favorite=yes&sort=count&order=desc")
  expect(asked).toEqual(["sort=count&order=desc&q=ing&favorite=true&page=1&perPage=60"])
  expect(page.text()).toContain("Favorites")
  page.unmount()
})

it("offers to create the first entity", async () => {
  total = 0
  const { page } = await open("/")
  expect(page.text()).toContain("No people yet")
  expect(page.text()).toContain("New person")
  page.unmount()
})
