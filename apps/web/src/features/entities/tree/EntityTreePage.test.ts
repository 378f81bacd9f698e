import type { VueWrapper } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { mountPage, settled, stubApi, user } from "@/lib/mountPage"
import { entityKinds, type EntitySummary } from "../entityKinds"
import EntityTreePage from "./EntityTreePage.vue"

const tag = (id: string, name: string, childCount: number): EntitySummary =>
  ({
    ...{
      id,
      name,
      childCount,
      count: 3,
      disambiguation: null,
      picture: null,
      lastUsedAt: null,
      isNsfw: false
    },
    userState: { isFavorite: false, rating: null }
  }) as never
const listOf = (...items: ReadonlyArray<EntitySummary>) => ({
  items,
  total: items.length,
  page: 1,
  perPage: 500
})

let page: VueWrapper | undefined
afterEach(async () => {
  page?.unmount()
  await settled()
  vi.unstubAllGlobals()
})
const button = (label: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`main button[aria-label="${label}"]`)

it("loads the children of a tag when the user opens it", async () => {
  const children = vi.fn(() => listOf(tag("t3", "Cats", 0)))
  stubApi({
    ...user("member"),
    "GET /api/tags": () => listOf(tag("t1", "Animals", 1), tag("t2", "Noir", 0)),
    "GET /api/tags/t1/children": children
  })
  page = (
    await mountPage(EntityTreePage, {
      names: ["tags", "tag", "people", "studios", "markers", "transcripts"],
      props: { info: entityKinds.tag }
    })
  ).page
  await settled()
  const text = () => document.querySelector("main")!.textContent ?? ""
  expect(text()).toContain("Animals")
  expect(text()).not.toContain("Cats")
  expect(children).not.toHaveBeenCalled()
  expect(button("Show entries below “Noir”")).toBeNull()

  button("Show entries below “Animals”")!.click()
  await settled()
  expect(text()).toContain("Cats")
  button("Hide entries below “Animals”")!.click()
  await settled()
  expect(text()).not.toContain("Cats")
})
