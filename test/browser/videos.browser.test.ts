import { describe, expect, it } from "vitest"
import { putVideo, putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"
import { eventually, note } from "@media/testkit/product/Time"

const { device, product } = useProduct("videos", async (fresh) => {
  await putVideos(fresh.media, ["plain", "webm", "foreign"])
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})

describe("the grid", () => {
  it("shows a new file automatically after Scan now", async () => {
    const grid = await device()
    await grid.page.goto("/videos")
    await grid.page.getByRole("link", { name: /Harbour Lights/ }).waitFor()
    await grid.page.evaluate("window.sameDocument = true")

    await putVideo(product().media, "plain", "Brand New.mp4")
    const admin = await device()
    await admin.page.goto("/admin/libraries")
    const begin = performance.now()
    await admin.page.getByRole("button", { name: "Scan now" }).click()
    await admin.page.getByText("Scanning “Movies”…").waitFor()
    const card = grid.page.getByRole("link", { name: /Brand New/ })
    const pill = grid.page.getByRole("button", { name: /\d+ new/ })
    await card.or(pill).first().waitFor()
    if (await pill.isVisible()) await pill.click()
    await card.waitFor()
    note("new file in the grid", performance.now() - begin)
    expect(await grid.page.evaluate("window.sameDocument")).toBe(true)
  })

  it("searches and keeps the search and layout in the URL", async () => {
    const { page } = await device()
    await page.goto("/videos")
    await page.getByRole("link", { name: /Harbour Lights/ }).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("harbour")
    await page.waitForURL(/q=harbour/)
    const links = page.getByRole("main").locator("[data-main]")
    await eventually("one video", async () => (await links.count()) === 1)
    await page.getByRole("button", { name: "Table" }).click()
    await page.waitForURL(/view=table/)
    await page.reload()
    await eventually("one video again", async () => (await links.count()) === 1)
    expect(await page.getByLabel("Search videos").inputValue()).toBe("harbour")
    expect(await page.getByRole("button", { name: "Table" }).getAttribute("aria-pressed")).toBe("true")
    await page.getByRole("button", { name: "Clear search" }).click()
    await eventually("all videos", async () => (await links.count()) > 2)
    await page.getByLabel("Search videos").fill("nothing is called so")
    await page.getByText("Nothing matches").waitFor()
  })

  it("asks before overwriting a title that another user has changed in the meantime", async () => {
    const one = await device()
    const two = await device()
    two.expect(/^409 PATCH/)
    const id = await product().videoId(titles.foreign)
    for (const { page } of [one, two]) {
      await page.goto(`/videos/${id}`)
      await page.getByRole("button", { name: "Edit" }).click()
      await page.getByLabel("Title").waitFor()
    }
    await one.page.getByLabel("Title").fill("Renamed <b>once</b>")
    await one.page.getByRole("button", { name: "Save" }).click()
    await one.page.getByRole("heading", { name: "Renamed <b>once</b>" }).waitFor()
    await two.page.getByLabel("Title").fill("Renamed twice")
    await two.page.getByRole("button", { name: "Edit" }).click()
    await two.page.getByRole("button", { name: "Keep editing" }).click()
    await two.page.getByRole("button", { name: "Save" }).click()
    await two.page.getByRole("button", { name: "Overwrite" }).click()
    await two.page.getByRole("heading", { name: "Renamed twice" }).waitFor()
  })
})

describe("keyboard shortcuts", () => {
  it("work, and are listed in the help", async () => {
    const { page } = await device()
    await page.goto("/videos")
    await page.getByRole("link", { name: /Harbour Lights/ }).waitFor()
    await page.keyboard.press("Shift+?")
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await help.waitFor()
    for (const label of ["Go to Operations", "Show keyboard shortcuts", "Switch between dark and light"])
      await help.getByText(label).waitFor()
    await page.keyboard.press("Escape")
    await help.waitFor({ state: "detached" })
    const theme = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor")
    const before = await theme()
    await page.keyboard.press("t")
    await eventually("the other theme", async () => (await theme()) !== before)
    await page.keyboard.press("g")
    await page.keyboard.press("o")
    await page.waitForURL(/\/ops$/)

    await page.goto(`/watch/${await product().videoId(titles.plain)}`)
    await page.getByRole("button", { name: "Quality" }).waitFor({ state: "attached" })
    await page.keyboard.press("Shift+?")
    for (const label of ["Play or pause", "Forward 10 seconds", "Quality", "Close player"])
      await help.getByText(label, { exact: true }).waitFor()
  })
})
