import { flushPromises } from "@vue/test-utils"
import { afterEach, expect, it, vi } from "vitest"
import { itemFixture } from "@/features/items/testing"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import { toasts } from "@/ui/toasts"
import MergeSeriesDialog from "./MergeSeriesDialog.vue"

afterEach(() => vi.unstubAllGlobals())

const dialog = () => document.querySelector<HTMLElement>("[role=dialog]")!
const seriesOf = (id: string, title: string) => ({
  ...itemFixture,
  ...{ id, title, kind: "series", year: 2005, episodeCount: 4, seasonCount: 1 }
})

it("previews which episodes will move into the selected series", async () => {
  const merge = vi.fn((body: unknown) => ({
    ...{ seasons: 2, episodes: 3, versions: 1 },
    batchId: (body as { dryRun: boolean }).dryRun ? null : "01900000-0000-7000-8000-000000000001"
  }))
  stubApi({
    ...user("administrator"),
    "GET /api/video/series": () => ({
      items: [seriesOf("s1", "Office, The"), seriesOf("s2", "The Office")],
      total: 2
    }),
    "POST /api/video/series/s1/merge": merge
  })
  const onMerged = vi.fn()
  const { page } = await mountPage(MergeSeriesDialog, {
    props: { series: { id: "s1", libraryId: "l1", title: "Office, The" }, onMerged }
  })
  await expect.poll(() => dialog().querySelectorAll("input[type=radio]").length).toBe(1)
  const button = () => dialog().querySelector<HTMLButtonElement>("button[type=submit]")!
  expect(button().disabled).toBe(true)
  const choice = dialog().querySelector<HTMLInputElement>("input[type=radio]")!
  choice.checked = true
  choice.dispatchEvent(new Event("change"))
  await flushPromises()
  const text = dialog().textContent.replaceAll(/\s+/g, " ")
  expect(text).toContain("3 episodes move from 2 seasons.")
  expect(text).toContain("1 of these episodes becomes a version of an existing episode with the same number.")
  dialog().querySelector("form")!.dispatchEvent(new Event("submit"))
  await flushPromises()
  expect(merge.mock.calls.map(([body]) => body)).toEqual([
    { into: "s2", dryRun: true },
    { into: "s2", dryRun: false }
  ])
  expect(onMerged).toHaveBeenCalledWith("s2")
  expect(toasts.value.at(-1)).toMatchObject({ text: "Office, The merged into The Office" })
  page.unmount()
})
