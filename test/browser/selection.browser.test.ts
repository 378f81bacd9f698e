import { eventually } from "@media/testkit/product/Time"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

const count = 260
/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
interface Page {
  readonly total: number
  readonly items: ReadonlyArray<{ readonly id: string }>
}

const { device, product } = useProduct("selection", async (fresh) => {
  const folder = join(fresh.media, "pictures")
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < count; index += 1)
    writeFileSync(join(folder, `Picture ${String(index).padStart(3, "0")}.png`), png)
  await fresh.addLibrary({ name: "Pictures", contents: ["images"], folder })
  await eventually("all are shown", async () => (await list(fresh, "&status=ready")).total === count, 120_000)
})
const list = (from: ReturnType<typeof product>, query = "") =>
  from.data<Page>("GET", `/api/images?sort=title&order=asc&perPage=500${query}`)

describe("a selection", () => {
  const open = async () => {
    const opened = await device()
    const { page } = opened
    await page.goto("/images?sort=title&order=asc")
    await page
      .getByRole("link", { name: /Picture 000/ })
      .first()
      .waitFor()
    const bar = page.getByRole("region", { name: "Selection" })
    const focus = (index: number) => page.locator(`[data-index="${index}"] a`).first().focus()
    return { page, bar, focus, opened }
  }

  it("can include a range of rows that have not been loaded yet", async () => {
    const { bar, focus, page } = await open()
    await focus(2)
    await page.keyboard.press("x")
    await bar.getByText("1 selected").waitFor()
    await page.keyboard.press("End")
    const last = page.locator(`[data-index="${count - 1}"]`)
    await last.getByRole("link").first().waitFor()
    // In selection mode, a click anywhere on a card selects the card.
    await last
      .getByRole("link")
      .first()
      .click({ modifiers: ["Shift"] })
    await bar.getByText(`${count - 2} selected`).waitFor()
    expect(page.url()).toContain("/images?")
    await page.keyboard.press("Escape")
    await bar.waitFor({ state: "detached" })
  })

  it("can be extended with Shift, then to all loaded items, and then to all matching items", async () => {
    const { bar, focus, page } = await open()
    await focus(0)
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Shift+ArrowRight")
    await bar.getByText("3 selected").waitFor()
    await page.keyboard.press("Control+a")
    await bar.getByRole("button", { name: `Select all ${count} matches` }).waitFor()
    await page.keyboard.press("Control+a")
    await bar.getByText(`All ${count} selected`).waitFor()

    await bar.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Mark as organized" }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole("menuitem", { name: "Mark as organized" }).click()
    const question = page.getByRole("alertdialog", { name: `Mark ${count} photos as organized?` })
    await question.waitFor()
    expect(await violations(page)).toEqual([])
    await question.getByRole("button", { name: `Mark ${count} photos as organized` }).click()
    await page.getByText(`${count} photos changed`).waitFor()
    expect((await list(product(), "&isOrganized=true")).total).toBe(count)
  })

  it("can be started with a long press on a phone", async () => {
    const { page } = await device(undefined, widths[390])
    await page.goto("/images?sort=title&order=asc")
    const card = page.locator('[data-index="1"] article')
    await card.getByRole("checkbox").waitFor({ state: "attached" })
    const box = `document.querySelector('[data-index="1"] [role=checkbox]')`
    expect(await page.evaluate<string>(`getComputedStyle(${box}).opacity`)).toBe("0")
    const { height, width, x, y } = (await card.boundingBox())!
    const wire = await page.context().newCDPSession(page)
    const at = { x: x + width / 2, y: y + height / 3 }
    const touch = (type: "touchCancel" | "touchEnd" | "touchStart", touchPoints: Array<typeof at> = []) =>
      wire.send("Input.dispatchTouchEvent", { type, touchPoints })
    const entry = page.getByRole("menuitem", { name: "Select", exact: true })
    // Repeats the press, because the code that handles long presses loads after the page.
    await expect
      .poll(async () => {
        await touch("touchStart", [at])
        const isOpen = await entry.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false
        )
        await touch(isOpen ? "touchEnd" : "touchCancel")
        return isOpen
      })
      .toBe(true)
    expect(await violations(page)).toEqual([])
    await entry.tap()
    await page.getByRole("region", { name: "Selection" }).getByText("1 selected").waitFor()
    expect(page.url()).toContain("/images?")
  })

  it("can be edited as a whole after a dry run, and the edit can be undone", async () => {
    const { bar, focus, page } = await open()
    await focus(0)
    await page.keyboard.press("x")
    await page.keyboard.press("Control+a")
    await bar.getByRole("button", { name: `Select all ${count} matches` }).waitFor()
    await page.keyboard.press("Control+a")
    await bar.getByText(`All ${count} selected`).waitFor()
    await bar.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Edit fields…" }).click()
    const dialog = page.getByRole("dialog", { name: `Edit ${count} photos` })
    await dialog.getByLabel("Add to Tags").fill("Seaside")
    await page.keyboard.press("Enter")
    await dialog.getByRole("button", { name: /Seaside/ }).waitFor()
    const address = "https://sea.example/album"
    await dialog.getByLabel("Add to Web addresses").fill(address)
    await page.keyboard.press("Enter")
    await dialog.getByRole("button", { name: new RegExp(address) }).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("button", { name: "Review changes" }).click()
    const question = page.getByRole("alertdialog", { name: `Edit ${count} photos?` })
    await question.getByText(`Adds Seaside to ${count}`).waitFor()
    await question.getByText(`Adds ${address} to ${count}`).waitFor()
    expect(await violations(page)).toEqual([])
    await question.getByRole("button", { name: `Edit ${count} photos` }).click()
    await page.getByText(`${count} photos changed`).waitFor()
    const tagged = async () => (await list(product(), "&q=has:tags")).total
    expect(await tagged()).toBe(count)
    const linked = async () => (await list(product(), "&q=url:sea.example")).total
    expect(await linked()).toBe(count)
    await page.getByRole("button", { name: "Undo" }).click()
    await eventually("no photo has the tag", async () => (await tagged()) === 0)
    expect(await linked()).toBe(0)
  })

  it("lists items that could not be changed, with reasons", async () => {
    await product().data("PATCH", "/api/auth/me", { showNsfw: true })
    const { bar, focus, opened, page } = await open()
    // The list may request the changed item, which is now hidden and returns 404.
    opened.expect(/^404 GET \/api\/images\//)
    await focus(0)
    for (let more = 0; more < 3; more += 1) await page.keyboard.press("Shift+ArrowRight")
    await bar.getByText("4 selected").waitFor()
    await product().data("PATCH", "/api/auth/me", { showNsfw: false })
    const [first] = (await list(product())).items
    await product().data("PATCH", `/api/images/${first!.id}`, { isNsfw: true })
    await bar.getByRole("button", { name: "Favorite" }).click()
    await bar.getByText("3 changed, 1 failed").waitFor()
    await bar.getByRole("button", { name: "Show" }).click()
    await page.getByRole("dialog", { name: "1 could not be changed" }).waitFor()
    await page.getByText("Item not found.").waitFor()
    expect(await violations(page)).toEqual([])
  })
})
