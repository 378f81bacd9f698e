import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("undo", async (fresh) => {
  await putVideos(fresh.media, ["plain"])
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.plain)) !== "", 60_000)
  await fresh.isScanned()
})

it("undoes an edit with the button in its message, and redoes the edit with the keyboard", async () => {
  const { page } = await device()
  const id = await product().videoId(titles.plain)
  await page.goto(`/videos/${id}`)
  await page.getByRole("button", { name: "Edit" }).click()
  await page.getByLabel("Title").fill("A better title")
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByRole("heading", { name: "A better title" }).waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("heading", { name: titles.plain }).waitFor()
  await page.keyboard.press("Control+z")
  await page.getByRole("heading", { name: "A better title" }).waitFor()

  await page.goto(`/videos/${id}?tab=history`)
  const entries = page.locator("[data-timeline] > li")
  await entries.first().waitFor()
  expect(await entries.count()).toBeGreaterThan(2)
  expect(await violations(page)).toEqual([])
  await entries.first().getByRole("button", { name: "Redo" }).click()
  await page.getByRole("heading", { name: titles.plain }).waitFor()
})
