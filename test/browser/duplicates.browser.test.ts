import { putVideo, titles } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const copy = "copies/The Same Again.mp4"
const { device, product } = useProduct("duplicates", async (fresh) => {
  await putVideo(fresh.media, "plain")
  await putVideo(fresh.media, "plain", copy)
  await addMovies(fresh)
  await eventually(
    "both are hashed",
    async () => (await fresh.data<{ total: number }>("GET", "/api/duplicates")).total === 1,
    60_000
  )
})

it("compares duplicates side by side and undoes decisions", async () => {
  const { page } = await device()
  await page.goto("/admin/duplicates")
  const group = page.getByRole("article")
  await group.getByText("Identical files").waitFor()
  expect(await group.getByRole("listitem").count()).toBe(2)
  expect(await violations(page)).toEqual([])

  // Chooses the copy to keep manually and cancels the removal. Then marks the files as not duplicates.
  await page.getByRole("combobox", { name: "Copy to keep" }).waitFor()
  await group.getByRole("button", { name: "Keep this one" }).click()
  await group.getByRole("button", { name: "Remove the others" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()

  await group.getByRole("button", { name: "Not duplicates" }).click()
  await page.getByText("No duplicates", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await group.getByText("Identical files").waitFor()

  // The group is in its initial state again. The copy in "copies" is kept, and the original is removed.
  const kept = group.getByRole("listitem").filter({ hasText: copy })
  if ((await kept.getByRole("button", { name: "Keep this one" }).count()) > 0)
    await kept.getByRole("button", { name: "Keep this one" }).click()
  await group.getByRole("button", { name: "Remove the others" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove the others" }).click()
  await page.getByText("Moved to the trash.").waitFor()
  await page.getByText("No duplicates", { exact: true }).waitFor()
  const original = join(product().media, `${titles.plain}.mp4`)
  expect([existsSync(original), existsSync(join(product().media, copy))]).toEqual([false, true])
  await page.getByRole("button", { name: "Undo" }).click()
  await group.getByText("Identical files").waitFor()
  expect(existsSync(original)).toBe(true)

  await group.getByRole("button", { name: "Not duplicates" }).click()
  await page.getByText("No duplicates", { exact: true }).waitFor()
  await page.reload()
  await page.getByText("No duplicates", { exact: true }).waitFor()

  // Withdraws the decision with its "Compare again" button, and then removes the duplicates by rule.
  await page.getByRole("button", { name: "Compare again" }).click()
  await group.getByText("Identical files").waitFor()
  await page.getByRole("button", { name: "Remove by rule…" }).click()
  const question = page.getByRole("alertdialog")
  await question.getByText(copy).waitFor()
  expect(await violations(page)).toEqual([])
  await question.getByRole("button", { name: "Remove one" }).click()
  await page.getByText("Moved to the trash.").waitFor()

  // The removal is still listed after a reload.
  await page.reload()
  await page.getByRole("heading", { name: "Recently removed" }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole("button", { name: "Restore" }).click()
  await group.getByText("Identical files").waitFor()
})
