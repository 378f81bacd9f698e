import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { sharp } from "@media/pictures/Sharp"
import type { Page } from "playwright-core"
import { eventually } from "@media/testkit/product/Time"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { judgePage, widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("people", async (fresh) => {
  await putVideos(fresh.media, ["plain", "webm"])
  await fresh.addLibrary({ name: "Films", contents: ["videos"], folder: fresh.media })
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})

const idOf = async (list: string, name: string): Promise<string> => {
  const { items } = await product().data<{ items: ReadonlyArray<{ id: string; name: string }> }>(
    "GET",
    `/api/${list}`
  )
  return items.find((one) => one.name === name)!.id
}
const pick = async (page: Page, label: string, typed: string, option: string): Promise<void> => {
  const field = page.getByRole("combobox", { name: label, exact: true })
  await field.click()
  await field.pressSequentially(typed)
  await page.getByRole("option", { name: option }).waitFor()
}

it("creates a person in the picker and merges the person with another person", async () => {
  const { page } = await device()
  const video = await product().videoId(titles.plain)
  await page.goto(`/videos/${video}?edit=1`)
  await pick(page, "People optional", "Ingrid Bergmann", "Create “Ingrid Bergmann”")
  await page.keyboard.press("Enter")
  await page.getByLabel("Ingrid Bergmann plays").fill("Ilsa")
  await pick(page, "Tags optional", "Noir", "Create “Noir”")
  await page.keyboard.press("Enter")
  expect(await violations(page)).toEqual([])
  await page.getByRole("button", { name: "Save" }).click()
  const person = page.getByRole("link", { name: "Ingrid Bergmann" })
  await person.waitFor()
  await page.getByText("Ilsa").waitFor()

  await person.click()
  await page.getByRole("heading", { name: "Ingrid Bergmann", level: 1 }).waitFor()
  await page
    .getByRole("navigation", { name: "Kinds of media" })
    .getByRole("link", { name: /Videos/ })
    .waitFor()
  await page.getByRole("link", { name: titles.plain }).first().waitFor()
  expect(await violations(page)).toEqual([])

  await product().data("POST", "/api/performers", { name: "Ingrid Bergman", aliases: ["Bergman, Ingrid"] })
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Merge into another person…" }).click()
  await pick(page, "Merge into", "bergman, i", "Ingrid Bergman also called Bergman, Ingrid")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").getByText("1 item", { exact: true }).waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click()
  await page.getByRole("heading", { name: "Ingrid Bergman", level: 1 }).waitFor()
  await page.getByText("Also known as Bergman, Ingrid, Ingrid Bergmann").waitFor()
  await page.getByRole("link", { name: titles.plain }).first().waitFor()
})

it("creates, edits and deletes a studio with a picture", async () => {
  const opened = await device()
  const { page } = opened
  opened.expect(/^409 POST \/api\/studios/)
  await product().data("POST", "/api/studios", { name: "Harbor Films" })
  await page.goto("/studios")
  await page.getByRole("button", { name: "New studio" }).first().click()
  await page.getByLabel("Name", { exact: true }).fill("harbor films")
  await page.getByRole("button", { name: "Create" }).click()
  const other = page.getByRole("link", { name: "Open harbor films" })
  await other.waitFor()
  expect(await other.getAttribute("href")).toContain(await idOf("studios", "Harbor Films"))
  await page.getByLabel("Name", { exact: true }).fill("Harbor Shorts")
  await pick(page, "Parent optional", "harb", "Harbor Films")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Create" }).click()
  await page.getByRole("heading", { name: "Harbor Shorts", level: 1 }).waitFor()
  await page.getByLabel("Breadcrumb").getByRole("link", { name: "Harbor Films" }).waitFor()

  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Change picture…" }).click()
  const logo = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#225588" } })
    .png()
    .toBuffer()
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo })
  await page.getByText("Picture changed.").waitFor()
  await page.locator("[data-hero] img").first().waitFor()

  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Delete…" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await page.waitForURL(/\/studios$/)
  await page.getByRole("link", { name: "Harbor Films" }).first().waitFor()
  expect(await violations(page)).toEqual([])
})

it("finds a person in the palette and opens the person's page", async () => {
  const { page } = await device()
  await product().data("POST", "/api/performers", { name: "Cary Grant" })
  await page.goto("/people")
  await page.getByRole("link", { name: "Cary Grant" }).first().waitFor()
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search everything" }).fill("cary")
  await page
    .getByRole("option", { name: /Cary Grant/ })
    .first()
    .click()
  await page.getByRole("heading", { name: "Cary Grant", level: 1 }).waitFor()
  await page.getByText("No item in your libraries has this person.").waitFor()
})

it("changes all matching tags except one, and undoes the change", async () => {
  for (const name of ["Tide low", "Tide high", "Tide pool", "Mountain"])
    await product().data("POST", "/api/tags", { name })
  const { page } = await device()
  await page.goto("/tags?q=tide")
  await page.getByRole("link", { name: "Tide pool" }).first().waitFor()
  await page.getByRole("button", { name: "Select", exact: true }).first().click()
  const bar = page.getByRole("toolbar", { name: /selected/ })
  await bar.getByRole("button", { name: "Select all 3 matches" }).click()
  await bar.getByText("All 3 selected").waitFor()
  await page.getByRole("button", { name: "Select “Tide pool”" }).first().click()
  await bar.getByText("All 2 selected").waitFor()
  expect(await violations(page)).toEqual([])
  await bar.getByRole("button", { name: "Favorite", exact: true }).click()
  await page.getByText("Changed 2 tags").waitFor()
  const favorites = async () =>
    (
      await product().data<{ items: ReadonlyArray<{ name: string }> }>("GET", "/api/tags?favorite=true")
    ).items.map(({ name }) => name)
  expect(await favorites()).toEqual(["Tide high", "Tide low"])
  await page.getByRole("button", { name: "Undo" }).click()
  await eventually("no favorite is left", async () => (await favorites()).length === 0)
})

it.each([1440, 390] as const)("shows people pages and dialogs without problems at %i px", async (width) => {
  const body = { name: `Grace ${width}`, aliases: ["G."], birthDate: "1929-11-12", details: "An actor." }
  const { id } = await product().data<{ id: string }>("POST", "/api/performers", body)
  const video = await product().videoId(titles.webm)
  await product().data("PATCH", `/api/videos/${video}`, {
    performers: [{ name: id, character: "Lisa" }],
    studio: "Patron",
    tags: ["Thriller"]
  })
  for (const colorScheme of ["dark", "light"] as const) {
    const { page } = await device(undefined, { ...widths[width], colorScheme })
    const tag = await idOf("tags", "Thriller")
    for (const path of [
      "/people",
      "/people?view=table",
      `/people/${id}`,
      `/tags/${tag}`,
      `/videos/${video}?edit=1`
    ]) {
      await page.goto(path)
      expect([path, ...(await judgePage(page))]).toEqual([path])
    }
    await page.goto(`/people/${id}`)
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByText("Life and career").click()
    expect(await judgePage(page)).toEqual([])
    await page.keyboard.press("Escape")
    for (const entry of ["Merge into another person…", "Split…", "Change picture…"]) {
      await page.getByRole("button", { name: "More actions" }).click()
      await page.getByRole("menuitem", { name: entry }).click()
      await page.getByRole("dialog").waitFor()
      expect([entry, ...(await judgePage(page))]).toEqual([entry])
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "detached" })
    }
  }
})
