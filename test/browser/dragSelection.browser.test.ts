import { sharp } from "@media/pictures/Sharp"
import { eventually } from "@media/testkit/product/Time"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

const count = 90
const photo = (shade: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: shade, g: 90, b: 200 - shade } } })
    .jpeg()
    .toBuffer()
interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string; readonly count: number }>
}

const { device, product } = useProduct("drag-selection", async (fresh) => {
  const folder = join(fresh.media, "Photos", "Lofoten")
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < count; n += 1)
    writeFileSync(join(folder, `Photo ${String(n).padStart(2, "0")}.jpg`), await photo(2 * n))
  await fresh.addLibrary({ name: "Photos", contents: ["images"], folder: join(fresh.media, "Photos") })
  await eventually(
    "the album is complete",
    async () => (await fresh.data<Listed>("GET", "/api/galleries?status=ready")).items[0]?.count === count,
    120_000
  )
  // Waits for the end of the scan, because pictures that arrive later would change the positions of photos.
  await fresh.isScanned(120_000)
})

describe("selecting photos in an album by dragging", () => {
  const open = async (viewport: Parameters<typeof device>[1] = {}) => {
    const { page } = await device(undefined, viewport)
    const { items } = await product().data<Listed>("GET", "/api/galleries?status=ready")
    await page.goto(`/galleries/${items[0]!.id}`)
    await page.locator('[data-index="2"] a').waitFor()
    // Scrolls until two rows of photos are in view.
    await page.evaluate(
      `document.querySelector("main").scrollBy(0, document.querySelector('[data-index="0"]').getBoundingClientRect().top - 250)`
    )
    const bar = page.getByRole("region", { name: "Selection" })
    /** Returns the center of a photo. */
    const at = async (index: number): Promise<readonly [number, number]> => {
      const { height, width, x, y } = (await page.locator(`[data-index="${index}"] a`).boundingBox())!
      return [x + width / 2, y + height / 2]
    }
    return { at, bar, page }
  }
  const drag = async (page: Page, from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 8 })
  }

  it("selects the photos that the dragged rectangle touches", async () => {
    const { at, bar, page } = await open()
    await drag(page, await at(0), await at(2))
    await page.locator("[data-band]").waitFor()
    await bar.getByText("3 selected").waitFor()
    await page.mouse.up()
    await page.locator("[data-band]").waitFor({ state: "detached" })
    expect(page.url()).toMatch(/\/galleries\/[^/]+$/)
    expect(await violations(page)).toEqual([])

    const column = Number(
      await page.evaluate(
        `[...document.querySelectorAll("[data-index]")].findIndex((one, _n, all) =>
          one.getBoundingClientRect().top > all[0].getBoundingClientRect().top)`
      )
    )
    await page.keyboard.down("Control")
    await drag(page, await at(column), await at(column + 1))
    await bar.getByText("5 selected").waitFor()
    // Escape restores the selection from before the drag.
    await page.keyboard.press("Escape")
    await bar.getByText("3 selected").waitFor()
    await page.mouse.up()
    await page.locator("[data-band]").waitFor({ state: "detached" })
    await drag(page, await at(column), await at(column + 1))
    await page.mouse.up()
    await page.keyboard.up("Control")
    await bar.getByText("5 selected").waitFor()

    await drag(page, await at(column), await at(column + 1))
    await page.mouse.up()
    await bar.getByText("2 selected").waitFor()
    await page.locator(`[data-index="${column + 2}"] a`).click({ modifiers: ["Control"] })
    await bar.getByText("3 selected").waitFor()
    await page.keyboard.press("Escape")
    await bar.waitFor({ state: "detached" })
    await page.locator('[data-index="1"] a').click({ modifiers: ["Shift"] })
    await page.locator('[data-index="4"] a').click({ modifiers: ["Shift"] })
    await bar.getByText("4 selected").waitFor()
  })

  it("scrolls at the edge of the list, and keeps photos that are out of view selected", async () => {
    const { at, bar, page } = await open()
    const [x, y] = await at(0)
    const { height } = page.viewportSize()!
    await drag(page, [x, y], [x + 700, height - 6])
    await page.locator(`[data-index="${count - 1}"]`).waitFor()
    await page.locator('[data-index="0"]').waitFor({ state: "detached" })
    await page.mouse.up()
    await page.locator("[data-band]").waitFor({ state: "detached" })
    const selected = Number.parseInt((await bar.getByRole("status").textContent()) ?? "")
    expect(selected).toBeGreaterThan(count / 3)
    await page.evaluate("document.querySelector('main').scrollTo(0, 0)")
    const first = page.locator('[data-index="0"]').getByRole("checkbox")
    await first.waitFor()
    expect(await first.getAttribute("aria-checked")).toBe("true")
    await bar.getByRole("button", { name: "Favorite" }).click()
    const question = page.getByRole("alertdialog", { name: `Add ${selected} photos to your favorites?` })
    await question.getByRole("button", { name: `Add ${selected} photos` }).click()
    await page.getByText(`${selected} photos changed`).waitFor()
  })

  it("selects photos by dragging a finger after a long press", async () => {
    const { at, bar, page } = await open(widths[390])
    const wire = await page.context().newCDPSession(page)
    const touch = (
      type: "touchEnd" | "touchMove" | "touchStart",
      points: ReadonlyArray<readonly [number, number]>
    ) => wire.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
    const [from, to] = [await at(0), await at(3)]
    await touch("touchStart", [from])
    await bar.getByText("1 selected").waitFor()
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch("touchMove", [[from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]])
    await bar.getByText("4 selected").waitFor()
    await touch("touchEnd", [])
    expect(await violations(page)).toEqual([])
    await page.locator('[data-index="1"] a').tap()
    await bar.getByText("3 selected").waitFor()
    expect(page.url()).toMatch(/\/galleries\/[^/]+$/)
  })
})
