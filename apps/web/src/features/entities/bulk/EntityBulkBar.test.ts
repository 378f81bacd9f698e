import type { VueWrapper } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { type Answers, mountPage, settled, stubApi, user } from "@/lib/mountPage"
import { entityKinds } from "../entityKinds"
import { entityFixture } from "../testing"
import EntityBulkBar from "./EntityBulkBar.vue"

const chosen = ["Cats", "Dogs"].map((name, at) => ({ ...entityFixture, id: `t${at}`, name }))
const result = { batchId: "b1", changed: 2, unchanged: 0, failed: [] }

let page: VueWrapper | undefined
afterEach(async () => {
  page?.unmount()
  await settled()
  vi.unstubAllGlobals()
})
const open = async (answers: Answers, role: "administrator" | "member" = "administrator") => {
  stubApi({ ...user(role), ...answers })
  page = (await mountPage(EntityBulkBar, { props: { info: entityKinds.tag, chosen } })).page
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

it("lets a member mark all selected entities as favorites, and nothing else", async () => {
  const favorite = vi.fn(() => result)
  await open({ "PATCH /api/entities": favorite }, "member")
  expect(button("Delete…")).toBeUndefined()
  await press("Favorite")
  expect(favorite).toHaveBeenCalledWith({
    ...{ kind: "tag", ids: ["t0", "t1"], dryRun: false },
    changes: { isFavorite: { set: true } }
  })
})

it("shows the effects and the conflicts of a deletion before it starts", async () => {
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
