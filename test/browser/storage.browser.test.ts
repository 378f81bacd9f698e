import { eventually } from "@media/testkit/product/Time"
import { putVideo } from "@media/testkit/seed/SampleVideos"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

interface Usage {
  readonly isMeasuring: boolean
  readonly kinds: ReadonlyArray<{ readonly kind: string; readonly items: number; readonly bytes: number }>
}
const { device, product } = useProduct("storage", async (fresh) => {
  await putVideo(fresh.media, "foreign")
  await addMovies(fresh)
  await eventually(
    "the poster is measured",
    async () => {
      await fresh.data("POST", "/api/jobs/queues/library-maintenance/run")
      const { isMeasuring, kinds } = await fresh.data<Usage>("GET", "/api/system/storage")
      return !isMeasuring && kinds.some(({ items, kind }) => kind === "posters" && items === 1)
    },
    60_000
  )
})

it("shows the used space by kind and library, and moves generated files next to the media", async () => {
  const { page } = await device()
  await page.goto("/admin/storage")
  const posters = page.getByRole("listitem").filter({ hasText: "Pictures of items" })
  await posters
    .getByText(/1 item/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await posters.getByText("Libraries").click()
  await posters.getByText("Movies").waitFor()
  expect(await violations(page)).toEqual([])

  const folder = join(product().media, ".media-assets")
  const toggle = page.getByRole("switch", { name: "Keep posters and previews next to the media" })
  await toggle.click()
  await page.getByText("Stored next to media").waitFor()
  await eventually(
    "the poster is next to the media",
    () => existsSync(folder) && readdirSync(folder).length === 1
  )
  await toggle.click()
  await page.getByText("Moved back to the cache").waitFor()
  await eventually("nothing is next to the media", () => !existsSync(folder))

  await posters.getByRole("button", { name: "Clear Posters?" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear" }).click()
  await page.getByText("Cleared", { exact: true }).waitFor()
})
