import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { putImages } from "@media/testkit/seed/SampleFiles"
import { eventually } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { judgeNow } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"

const anna = { username: "anna", password: "a fourth fine horse" }
const { device } = useProduct("users", async (fresh) => {
  const [family, photos] = [join(fresh.media, "family"), join(fresh.media, "photos")]
  for (const folder of [family, photos]) mkdirSync(folder, { recursive: true })
  await putVideos(family, ["plain"])
  await putImages(photos)
  await fresh.addLibrary({ name: "Family", contents: ["videos"], folder: family })
  await fresh.addLibrary({ name: "Photos", contents: ["images"], folder: photos })
  await eventually("the scan begins", async () => (await fresh.videoId(titles.plain)) !== "", 60_000)
  await fresh.isScanned()
})

const entry = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true })
const card = (page: Page) => page.locator("main").getByRole("link", { name: titles.plain }).first()

it("shows a new account only its library, and hides the library as soon as access is revoked", async () => {
  const { context, page, watch } = await open()
  await page.goto("/admin/accounts")
  await page.getByRole("button", { name: "Add account" }).click()
  const form = page.getByRole("dialog", { name: "Add an account" })
  await form.getByLabel("Username").fill(anna.username)
  await form.getByLabel("Password", { exact: true }).fill(anna.password)
  await form.getByLabel("Display name").fill("Anna")
  await form.getByLabel("Photos").uncheck()
  await form.getByRole("button", { name: "Add account" }).click()
  const row = page.getByRole("row").filter({ hasText: "Anna" })
  await row.getByText("Family").waitFor()

  const own = await device(anna)
  await own.page.goto("/admin/accounts")
  await own.page.getByRole("heading", { name: "No access", level: 1 }).waitFor()
  await own.page.goto("/videos")
  await card(own.page).waitFor()
  expect(await entry(own.page, "Photos").count()).toBe(0)
  expect(await entry(own.page, "Accounts").count()).toBe(0)

  const tab = await context.newPage()
  watch(tab)
  await tab.goto("/admin/libraries")
  await tab.getByRole("heading", { name: "Photos" }).waitFor()
  await row.getByRole("button", { name: "View as Anna" }).click()
  const banner = page.getByRole("region", { name: /You are viewing as Anna/ })
  await banner.waitFor()
  await entry(page, "Videos").click()
  await card(page).waitFor()
  expect(await entry(page, "Photos").count()).toBe(0)
  expect(await judgeNow(page, "seen as a member")).toEqual([])
  await page.goto("/account")
  const save = page.getByRole("button", { name: "Save" })
  await save.waitFor()
  await eventually("changes are off", async () => (await save.getAttribute("aria-disabled")) === "true")
  // The other tab shares the session. It must also stop showing data that only administrators may see.
  await tab.getByRole("region", { name: /You are viewing as Anna/ }).waitFor()
  expect(await tab.getByRole("heading", { name: "Photos" }).count()).toBe(0)

  await banner.getByRole("button", { name: "Stop" }).click()
  await row.waitFor()
  expect(await banner.count()).toBe(0)
  await entry(tab, "Manage server").waitFor()

  await row.getByRole("button", { name: "Anna", exact: true }).click()
  await page.getByRole("dialog", { name: "Edit Anna" }).getByLabel("Family").uncheck()
  await page.getByRole("button", { name: "Save" }).click()
  await row.getByText("No library").waitFor()
  await card(own.page).waitFor({ state: "detached" })
})

/**
 * Opens a device that accepts 403 and 404 responses. When the viewing account changes, the page may send one more
 * request after its socket has closed and before the new page loads.
 */
const open = async () => {
  const opened = await device()
  opened.expect(/^403 GET/, /^404 GET/)
  return { context: opened.context, page: opened.page, watch: (page: Page) => opened.watch(page) }
}
