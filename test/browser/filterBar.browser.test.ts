import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { judgeNow, rulesOf, violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"
import { eventually } from "@media/testkit/product/Time"

const { device, product } = useProduct("filter-bar", async (fresh) => {
  await putVideos(fresh.media, ["plain", "webm", "foreign"])
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const themes = ["dark", "light"] as const

const line = (page: Page) => page.getByRole("combobox", { name: "Search videos" })
const chip = (page: Page, sentence: string) => page.getByRole("group", { name: sentence, exact: true })
const editor = (page: Page) => page.getByRole("dialog")
const cards = (page: Page) => page.getByRole("main").locator("[data-main]")
const open = async (page: Page, address = "/videos"): Promise<void> => {
  await page.goto(address)
  await line(page).waitFor()
}
const queryOf = (page: Page): string | null => new URL(page.url()).searchParams.get("q")
/** Saves a screenshot in the folder that the variable `PICTURES` names. Does nothing if the variable is not set. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["PICTURES"]
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

describe("the filter bar", () => {
  it("builds a filter with the mouse and keeps it in the URL", async () => {
    const { page } = await device()
    await open(page)
    await page.getByRole("button", { name: "Add filter" }).click()
    await editor(page)
      .getByRole("option", { name: /^Title/ })
      .click()
    await editor(page).getByRole("option", { name: "contains", exact: true }).click()
    await page.getByRole("combobox", { name: "Search values" }).fill("harbour")
    await page
      .getByRole("option")
      .filter({ hasText: /harbour/i })
      .last()
      .click()
    await chip(page, "Title contains harbour").waitFor()
    await eventually("one video", async () => (await cards(page).count()) === 1)
    expect(queryOf(page)).toBe("title:harbour")
    expect(await line(page).inputValue()).toBe("title:harbour")
    await page.reload()
    await chip(page, "Title contains harbour").waitFor()
    await page.getByRole("button", { name: "Change operator: contains" }).click()
    await editor(page).getByRole("option", { name: "does not contain" }).click()
    await chip(page, "Title does not contain harbour").waitFor()
    await eventually("the others", async () => (await cards(page).count()) === 2)
    await page.getByRole("button", { name: "Remove Title does not contain harbour" }).click()
    await eventually("all videos", async () => (await cards(page).count()) === 3)
    expect(queryOf(page)).toBeNull()
  })

  it("builds a filter with only the keyboard", async () => {
    const { page } = await device()
    await open(page)
    await cards(page).first().waitFor()
    await page.keyboard.press("f")
    await page.getByRole("combobox", { name: "Search fields" }).waitFor()
    await page.keyboard.type("resol")
    await page.keyboard.press("Enter")
    await page.getByRole("combobox", { name: "Search operators" }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("combobox", { name: "Search values" }).waitFor()
    await page.keyboard.type("sd")
    await page.keyboard.press("Enter")
    await chip(page, "Resolution is at least sd").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.press("End")
    await page.keyboard.type(" is:unwatched")
    await chip(page, "Is not watched").waitFor()
    await eventually("the address follows", () =>
      Promise.resolve(queryOf(page) === "resolution>=sd is:unwatched")
    )
    await page.getByRole("button", { name: "Add filter" }).focus()
    await page.keyboard.press("Backspace")
    await chip(page, "Is not watched").waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
    expect(queryOf(page)).toBe("resolution>=sd")
  })

  it("underlines an error in a filter without changing the chips or the list", async () => {
    const { page } = await device()
    await open(page, "/videos?q=harbour")
    await eventually("one video", async () => (await cards(page).count()) === 1)
    await line(page).fill("harbour rezolution:4k")
    await page.getByText('Unknown field "rezolution". Did you mean "resolution"?').waitFor()
    await chip(page, "Text contains harbour").waitFor()
    expect(await cards(page).count()).toBe(1)
    expect(await violations(page)).toEqual([])
    await picture(page, "bar-error-1440-dark")
    await page.getByRole("button", { name: "Use “resolution”" }).click()
    await chip(page, "Resolution is 4k").waitFor()
    await page.getByText("Nothing matches").waitFor()
  })

  it("converts the parameters of old URLs to a filter", async () => {
    const { page } = await device()
    await open(page, "/videos?watched=no&duration=0-90")
    await chip(page, "Is not watched").waitFor()
    await chip(page, "Duration is at most 1h30m").waitFor()
    await page.getByRole("button", { name: "Remove Is not watched" }).click()
    await eventually("one parameter", () => Promise.resolve(queryOf(page)?.startsWith("duration") === true))
    expect(new URL(page.url()).searchParams.get("watched")).toBeNull()
  })

  it("moves filters between groups by mouse, keyboard and touch", async () => {
    const address = `/videos?q=${encodeURIComponent("title:harbour (is:favorite OR is:unwatched)")}`
    const handle = (page: Page, text: string) =>
      page.getByRole("button", { name: `Move or duplicate ${text}` })
    const reads = (page: Page, q: string) => eventually(q, () => Promise.resolve(queryOf(page) === q))
    const { page } = await device()
    await open(page, address)
    const target = chip(page, "Is not watched")
    const { height, width } = (await target.boundingBox())!
    await handle(page, "Title contains harbour").dragTo(target, {
      targetPosition: { x: width - 4, y: height / 2 }
    })
    await reads(page, "is:favorite OR is:unwatched OR title:harbour")
    await handle(page, "Is favorite").focus()
    await page.keyboard.press("Enter")
    await page.getByRole("combobox", { name: "Search actions" }).waitFor()
    await page.keyboard.type("dup")
    await page.keyboard.press("Enter")
    await reads(page, "is:favorite OR is:favorite OR is:unwatched OR title:harbour")

    const { page: small } = await device(undefined, phone)
    await open(small, address)
    const from = (await handle(small, "Title contains harbour").boundingBox())!
    const to = (await chip(small, "Is favorite").boundingBox())!
    const cdp = await small.context().newCDPSession(small)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: ReadonlyArray<object>) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] as never })
    await touch("touchStart", [{ x: from.x + 10, y: from.y + 10 }])
    await touch("touchMove", [{ x: from.x + 30, y: from.y + 20 }])
    await touch("touchMove", [{ x: to.x + 4, y: to.y + 10 }])
    // The finger rests before it is lifted. Otherwise the browser interprets the movement as a fling, and the next tap
    // would only stop the scrolling.
    for (let n = 0; n < 4; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 80))
      await touch("touchMove", [{ x: to.x + 4, y: to.y + 10 }])
    }
    await touch("touchEnd", [])
    await reads(small, "title:harbour OR is:favorite OR is:unwatched")
    await handle(small, "Is not watched").tap()
    await small.getByRole("option", { name: "Duplicate" }).tap()
    await reads(small, "title:harbour OR is:favorite OR is:unwatched OR is:unwatched")
  })

  it.each(themes)(
    "is accessible with groups and editors in the %s theme on desktop and phone",
    async (colorScheme) => {
      const tree = "title:harbour (is:favorite OR is:unwatched OR added:30d) -codec:hevc sort:-added,title"
      const address = `/videos?q=${encodeURIComponent(tree.replace("sort:-added,title", "sort:-added"))}`
      const problems: Array<string> = []
      for (const [width, options] of [
        [1440, { colorScheme }],
        [390, { colorScheme, ...phone }]
      ] as const) {
        const { page } = await device(undefined, options)
        await open(page, address)
        await chip(page, "Is favorite").waitFor()
        problems.push(...(await judgeNow(page, `${width} px, bar`, rulesOf(colorScheme))))
        await picture(page, `bar-${width}-${colorScheme}`)
        await page.getByRole("button", { name: "Change value: harbour" }).click()
        await page.getByRole("dialog").getByRole("combobox").waitFor()
        problems.push(...(await judgeNow(page, `${width} px, value`, rulesOf(colorScheme))))
        await page.keyboard.press("Escape")
        await page.getByRole("button", { name: "Add filter", exact: true }).click()
        await page.getByRole("dialog").getByRole("combobox").waitFor()
        problems.push(...(await judgeNow(page, `${width} px, fields`, rulesOf(colorScheme))))
        await picture(page, `builder-${width}-${colorScheme}`)
      }
      expect(problems).toEqual([])
    }
  )
})

describe("the command palette", () => {
  it("opens with the keyboard and from the header, and opens an item", async () => {
    const { page } = await device()
    await page.goto("/")
    await page.getByRole("heading", { level: 1 }).first().waitFor()
    await page.keyboard.press("Control+k")
    const field = page.getByRole("combobox", { name: "Search everything" })
    await field.fill("operations")
    await page.getByRole("option", { name: /^Operations/ }).waitFor()
    await page.keyboard.press("Escape")
    await field.waitFor({ state: "detached" })
    await page.getByRole("button", { name: /^Search everything/ }).click()
    await field.fill("harbour")
    await page.getByRole("option", { name: /Harbour Lights/ }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: /Harbour Lights/ }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("option", { name: /Harbour Lights/ }).waitFor()
  })

  it.each(themes)("is accessible in the %s theme on desktop and phone", async (colorScheme) => {
    const problems: Array<string> = []
    for (const [width, options] of [
      [1440, { colorScheme }],
      [390, { colorScheme, ...phone }]
    ] as const) {
      const { page } = await device(undefined, options)
      await page.goto("/videos")
      await cards(page).first().waitFor()
      await page
        .getByRole("button", { name: width === 390 ? "Search" : /^Search everything/, exact: true })
        .click()
      const field = page.getByRole("combobox", { name: "Search everything" })
      await field.waitFor()
      problems.push(...(await judgeNow(page, `${width} px, palette`, rulesOf(colorScheme))))
      await field.fill("harb")
      await page.getByRole("option", { name: /Harbour Lights/ }).waitFor()
      problems.push(...(await judgeNow(page, `${width} px, results`, rulesOf(colorScheme))))
      await picture(page, `palette-${width}-${colorScheme}`)
    }
    expect(problems).toEqual([])
  })
})

describe("saved views", () => {
  it("saves, pins, opens, renames and deletes a view", async () => {
    const { page } = await device()
    await open(page, "/videos?q=title:harbour")
    await page.getByRole("button", { name: "Views" }).click()
    await page.getByRole("menuitem", { name: "Save as view" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("At the harbour")
    expect(await violations(page)).toEqual([])
    await picture(page, "views-1440-dark")
    await page.getByRole("button", { name: "Save view" }).click()
    const pinned = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "At the harbour" })
    await pinned.waitFor()
    await page.goto("/")
    await pinned.click()
    await chip(page, "Title contains harbour").waitFor()
    await page.getByRole("button", { name: "At the harbour" }).click()
    await page.getByRole("menuitem", { name: "Manage views" }).click()
    await page.getByRole("button", { name: "Rename view At the harbour" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("Boats")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Delete view Boats" }).waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, "views-manage-1440-dark")
    await page.getByRole("button", { name: "Delete view Boats" }).click()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByText("Filter the list, then save it as a view.").waitFor()
    expect(await product().data("GET", "/api/views")).toEqual([])
  })
})
