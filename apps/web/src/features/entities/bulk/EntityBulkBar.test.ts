import type { VueWrapper } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { type Answers, mountPage, refusal, settled, stubApi, user } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import { entityKinds } from "../entityKinds"
import { entityFixture } from "../testing"
import EntityBulkBar from "./EntityBulkBar.vue"

const chosen = ["Cats", "Dogs"].map((name, at) => ({ ...entityFixture, id: `t${at}`, name }))
const result = { batchId: "b1", matched: 2, changed: 2, unchanged: 0, failed: [], next: null }

let page: VueWrapper | undefined
afterEach(async () => {
  page?.unmount()
  toasts.value = []
  await settled()
  vi.unstubAllGlobals()
})
const open = async (
  answers: Answers,
  role: "administrator" | "member" = "administrator",
  more: object = {}
) => {
  stubApi({ ...user(role), ...answers })
  page = (await mountPage(EntityBulkBar, { props: { info: entityKinds.tag, chosen, ...more } })).page
  await settled()
}
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>("button")].find(
    ({ textContent }) => textContent?.trim() === name
  )
const press = async (name: string): Promise<void> => {
  button(name)!.click()
  await settled()
}

it("lets members mark the selected entities as favorites, but not delete them", async () => {
  const favorite = vi.fn(() => result)
  await open({ "PATCH /api/entities": favorite }, "member")
  expect(button("Delete…")).toBeUndefined()
  await press("Favorite")
  expect(favorite).toHaveBeenCalledWith({
    ...{ kind: "tag", ids: ["t0", "t1"], dryRun: false },
    changes: { isFavorite: { set: true } }
  })
})

it("previews the effects and conflicts of a deletion", async () => {
  const failed = [{ id: "t1", name: "Dogs", message: "Someone else changed this." }]
  const remove = vi.fn((body: unknown) =>
    (body as { dryRun: boolean }).dryRun ? { ...result, batchId: null, changed: 1, failed } : result
  )
  await open({ "POST /api/entities/remove": remove })
  await press("Delete…")
  await vi.waitFor(() => {
    const text = document.querySelector("[role=dialog]")?.textContent ?? ""
    if (!text.includes("Dogs: Someone else changed this.")) throw new Error(text)
  }, 60_000)
  await press("Delete")
  expect(remove).toHaveBeenLastCalledWith({ kind: "tag", ids: ["t0", "t1"], dryRun: false })
})

it("changes all matching entities as one batch, even if that takes several requests", async () => {
  const next = { after: "t4", until: "t9" }
  const bodies: Array<unknown> = []
  const edit = (body: unknown) => {
    bodies.push(body)
    return bodies.length === 1 ? { ...result, matched: 700, changed: 500, next } : { ...result, changed: 200 }
  }
  const matching = { filter: { q: "a" }, except: ["t1"], expected: 700 }
  await open({ "PATCH /api/entities": edit }, "member", { chosen: [], matching, total: 701 })
  expect(page!.get("[role=status]").text()).toBe("All 700 selected")
  expect(button("Select all 701 matches")).toBeUndefined()
  await press("Favorite")
  await expect.poll(() => bodies.length, { timeout: 60_000 }).toBe(2)
  const body = { ...matching, kind: "tag", dryRun: false, changes: { isFavorite: { set: true } } }
  expect(bodies).toEqual([body, { ...body, batchId: "b1", cursor: next }])
  await expect
    .poll(() => toasts.value.map(({ text }) => text), { timeout: 60_000 })
    .toEqual(["Changed 700 tags"])
})

it("shows the server's message if the number of matching entities has changed", async () => {
  const message = "The selection has changed: 9 tags match now."
  await open({ "PATCH /api/entities": refusal(409, { code: "selection_changed", message }) }, "member", {
    total: 8
  })
  await press("Select all 8 matches")
  expect(page!.findComponent(EntityBulkBar).emitted("all")).toHaveLength(1)
  await press("Favorite")
  expect(toasts.value.map(({ text }) => text)).toEqual([message])
})
