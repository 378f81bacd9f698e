import { eventually } from "@media/testkit/product/Time"
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
let folder = ""
const { device, product } = useProduct("trash", async (fresh) => {
  folder = join(fresh.media, "pictures")
  mkdirSync(folder, { recursive: true })
  for (const name of ["Cliff", "Harbor", "Meadow"]) writeFileSync(join(folder, `${name}.png`), png)
  await fresh.addLibrary({ name: "Pictures", contents: ["images"], folder })
  await eventually(
    "all are found",
    async () => (await fresh.data<{ total: number }>("GET", "/api/images")).total === 3,
    60_000
  )
})

/** Opens the page of an item by its URL, because a click on the card of an image opens only the image. */
const open = async (page: Page, title: string): Promise<void> => {
  const { items } = await product().data<{ items: ReadonlyArray<{ id: string; title: string }> }>(
    "GET",
    "/api/images"
  )
  await page.goto(`/images/${items.find((item) => item.title === title)?.id}`)
}

it("deletes an item with its file and restores both", async () => {
  const viewer = await device()
  // The page may request the deleted item again before it closes.
  viewer.expect(/^404 GET \/api\/images\//)
  const { page } = viewer
  await open(page, "Cliff")
  await page.getByRole("heading", { name: "Cliff" }).waitFor()
  const favorite = page.getByRole("button", { name: "Add to favorites" })
  await favorite.click()
  await page.getByRole("button", { name: "Remove from favorites" }).waitFor()

  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Delete…" }).click()
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"))
  await dialog.getByText(/moves to the trash/).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await page.waitForURL(/\/images(\?|$)/)
  await page
    .getByRole("link", { name: /Harbor/ })
    .first()
    .waitFor()
  expect(await page.getByRole("link", { name: /Cliff/ }).count()).toBe(0)
  expect(existsSync(join(folder, "Cliff.png"))).toBe(false)

  await page.goto("/trash")
  await page.getByText("Cliff.png").waitFor()
  await page.getByRole("button", { name: "Restore" }).click()
  await page.getByText("The trash is empty").waitFor()
  expect(existsSync(join(folder, "Cliff.png"))).toBe(true)
  await open(page, "Cliff")
  await page.getByRole("button", { name: "Remove from favorites" }).waitFor()
})

it("restores an item with the undo button in the message", async () => {
  const viewer = await device()
  viewer.expect(/^404 GET \/api\/images\//)
  const { page } = viewer
  await open(page, "Cliff")
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Delete…" }).click()
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"))
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await page.waitForURL(/\/images(\?|$)/)
  await page.getByRole("button", { name: "Undo", exact: true }).click()
  await page.getByRole("link", { name: /Cliff/ }).first().waitFor()
  expect(existsSync(join(folder, "Cliff.png"))).toBe(true)
})

it("keeps the file if the user chooses to keep it", async () => {
  const viewer = await device()
  viewer.expect(/^404 GET \/api\/images\//)
  const { page } = viewer
  await open(page, "Meadow")
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Delete…" }).click()
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"))
  await dialog.getByText("Move the file to the trash, too").click()
  await dialog.getByText(/scans ignore it/).waitFor()
  await dialog.getByRole("button", { name: "Remove", exact: true }).click()
  await page.waitForURL(/\/images(\?|$)/)
  await page.goto("/trash")
  await page.getByText(/The file was kept/).waitFor()
  await page.getByRole("button", { name: "Delete permanently" }).click()
  await dialog.getByText(/cannot be undone/).waitFor()
  await dialog.getByRole("button", { name: "Delete permanently" }).click()
  await page.getByText("The trash is empty").waitFor()
  expect(readdirSync(folder)).toContain("Meadow.png")
})
