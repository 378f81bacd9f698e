import { sharp } from "@media/pictures/Sharp"
import { addMember, member } from "@media/testkit/seed/Accounts"
import { eventually } from "@media/testkit/product/Time"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { CDPSession, Page } from "playwright-core"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

const photo = (shade: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: shade, g: 90, b: 200 - shade } } })
    .jpeg()
    .toBuffer()
const newest = ["Ash", "Birch", "Cedar"]

const { device } = useProduct("timeline", async (fresh) => {
  const folder = join(fresh.media, "photos")
  mkdirSync(folder, { recursive: true })
  const bytes = await photo(40)
  for (const [index, name] of newest.entries())
    writeFileSync(join(folder, `2024-05-31 12.30.0${9 - index} ${name}.jpg`), await photo(60 * index))
  // These photos are ten years older than the others. Each was taken on a different day, and they fill more than one
  // screen.
  for (let n = 0; n < 40; n += 1) {
    const day = String(1 + (n % 28)).padStart(2, "0")
    writeFileSync(
      join(folder, `IMG_201406${day}_1200${String(n % 60).padStart(2, "0")}_${n}.jpg`),
      Buffer.concat([bytes, Buffer.from([n])])
    )
  }
  await fresh.addLibrary({ name: "Photos", contents: ["images"], folder })
  await addMember(fresh)
  await eventually(
    "pictures are made",
    async () => {
      const { items } = await fresh.data<{ items: ReadonlyArray<{ picture: unknown }> }>(
        "GET",
        "/api/images?sort=takenAt&perPage=3"
      )
      return items.length === 3 && items.every(({ picture }) => picture)
    },
    60_000
  )
})

it("groups images by day, and jumps to a month", async () => {
  const { page } = await device()
  await page.goto("/images")
  await page.getByRole("link", { name: "Timeline" }).click()
  await page.getByRole("heading", { name: /May 31, 2024/ }).waitFor()
  const drawn = () => page.locator("[data-index]").count()
  expect(await drawn()).toBeLessThan(43)
  for (const { viewport } of Object.values(widths)) {
    await page.setViewportSize(viewport)
    await page.getByRole("link", { name: /Ash/ }).waitFor()
    expect(await violations(page)).toEqual([])
  }

  await page.getByRole("combobox", { name: "Go to a month" }).selectOption({ label: "June 2014" })
  await page.getByRole("heading", { name: /Jun 28, 2014/ }).waitFor()
  const rail = (await page.locator("[data-rail]").boundingBox())!
  await page.mouse.move(rail.x + rail.width - 4, rail.y + 1)
  await page.mouse.down()
  await page.mouse.move(rail.x + rail.width - 4, rail.y + rail.height, { steps: 3 })
  await page.mouse.up()
  await page.getByRole("heading", { name: /Jun 1, 2014/ }).waitFor()

  await page.mouse.move(rail.x - 200, rail.y + 200)
  await page.locator("[data-rail]").evaluate("(it) => it.closest('main')?.scrollTo(0, 0)")
  await page.getByRole("combobox", { name: "Go to a month" }).selectOption({ label: "May 2024" })
  await page.getByRole("link", { name: /Ash/ }).click()
  await page.getByRole("dialog", { name: /Ash/ }).waitFor()
  await page.getByRole("button", { name: "Next photo" }).waitFor()
  await page.keyboard.press("ArrowRight")
  await page.getByRole("dialog", { name: /Birch/ }).waitFor()
  await page.keyboard.press("Escape")
  await page.waitForURL(/\/images\/timeline$/)
  await page.getByRole("link", { name: /Cedar/ }).waitFor()
})

it("does not show days to users who cannot see any image", async () => {
  const { page } = await device(member)
  await page.goto("/images/timeline")
  await page.getByText("No photos yet").waitFor()
})

/** Returns a function that simulates touches on a touch screen. */
const fingers = async (page: Page) => {
  const wire: CDPSession = await page.context().newCDPSession(page)
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    points: ReadonlyArray<readonly [number, number]>
  ) =>
    wire.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id }))
    })
  /** Moves each finger from its start position to the end position with the same index. */
  return async (
    from: ReadonlyArray<readonly [number, number]>,
    to: ReadonlyArray<readonly [number, number]>
  ) => {
    await send("touchStart", from)
    for (const share of [0.25, 0.5, 0.75, 1])
      await send(
        "touchMove",
        from.map(([x, y], index) => [x + (to[index]![0] - x) * share, y + (to[index]![1] - y) * share])
      )
    await send("touchEnd", [])
  }
}

it("swipes, zooms and closes photos by touch, and plays a slideshow", async () => {
  const { page } = await device(undefined, { ...widths[390] })
  await page.goto("/images?sort=takenAt")
  await page.getByRole("link", { name: /Ash/ }).click()
  await page.getByRole("dialog", { name: /Ash/ }).waitFor()
  await page.getByRole("button", { name: "Next photo" }).waitFor()
  const swipe = await fingers(page)
  await swipe([[300, 400]], [[100, 405]])
  await page.getByRole("dialog", { name: /Birch/ }).waitFor()
  await page.getByRole("button", { name: "Previous photo" }).waitFor()
  await swipe([[100, 400]], [[300, 395]])
  await page.getByRole("dialog", { name: /Ash/ }).waitFor()

  await swipe(
    [
      [170, 400],
      [220, 400]
    ],
    [
      [120, 400],
      [270, 400]
    ]
  )
  await page.getByText("Zoom 300%").waitFor({ state: "attached" })
  // A swipe over an enlarged image moves the image instead of showing the next image.
  await page.getByRole("button", { name: "Next photo" }).waitFor()
  await swipe([[300, 400]], [[100, 405]])
  await page.getByRole("dialog", { name: /Ash/ }).waitFor()
  await page.getByText("Zoom 300%").waitFor({ state: "attached" })
  await swipe(
    [
      [120, 400],
      [270, 400]
    ],
    [
      [185, 400],
      [205, 400]
    ]
  )
  await page.getByText(/Zoom/).waitFor({ state: "detached" })

  await page.getByRole("button", { name: "Start the slideshow" }).click()
  await page.getByRole("dialog", { name: /Birch/ }).waitFor()
  await page.getByRole("button", { name: "Stop the slideshow" }).click()
  await swipe([[200, 200]], [[205, 500]])
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.waitForURL(/\/images\?sort=takenAt$/)
})

it("selects photos by dragging, and changes all of them together", async () => {
  const { page } = await device()
  await page.goto("/images/timeline")
  await page.getByRole("link", { name: /Ash/ }).waitFor()
  const boxOf = async (name: RegExp) => (await page.getByRole("link", { name }).boundingBox())!
  const [from, until] = [await boxOf(/Ash/), await boxOf(/Cedar/)]
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(until.x + until.width / 2, until.y + until.height / 2, { steps: 6 })
  await page.mouse.up()
  await page.getByText("3 selected").waitFor()
  expect(await violations(page)).toEqual([])
  // A tap deselects a photo instead of opening the photo.
  await page.getByRole("link", { name: /Birch/ }).click()
  await page.getByText("2 selected").waitFor()
  expect(page.url()).toMatch(/\/images\/timeline$/)
  await page.getByRole("button", { name: "Favorite" }).click()
  await page.getByText("2 photos changed").waitFor()
  await page.goto("/images?q=is:favorite")
  await page.getByRole("link", { name: /Cedar/ }).first().waitFor()
  expect(await page.getByRole("link", { name: /Birch/ }).count()).toBe(0)
})
