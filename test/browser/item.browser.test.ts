import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import { describe, expect, it } from "vitest"
import { addMovies } from "./support/Fixture.ts"
import { violations } from "./support/Axe.ts"
import { widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("item", async (fresh) => {
  await putVideos(fresh.media, ["plain", "corrupt"])
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.plain)) !== "", 60_000)
  await fresh.isScanned()
})

const SHIFTS = `new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted = (window.shifted ?? 0) + entry.value
}).observe({ type: "layout-shift", buffered: true })`

describe("a video page", () => {
  it("loads without a layout shift", async () => {
    const { page } = await device()
    await page.addInitScript(SHIFTS)
    await page.goto(`/videos/${await product().videoId(titles.plain)}`)
    await page.getByRole("heading", { name: titles.plain }).waitFor()
    await page.getByRole("button", { name: "Add to favorites" }).click()
    await page.getByRole("button", { name: "Remove from favorites" }).waitFor()
    await page.getByRole("button", { name: "Mark as watched" }).click()
    await page.getByRole("button", { name: "Watched", exact: true }).waitFor()
    expect(await page.evaluate<number>("window.shifted ?? 0")).toBeLessThan(0.02)
    await page.reload()
    await page.getByRole("button", { name: "Remove from favorites" }).waitFor()
    await page.getByRole("button", { name: "Watched", exact: true }).waitFor()
  })

  it("opens with an animation from its card, unless the user prefers reduced motion", async () => {
    const { page } = await device()
    await page.goto(`/videos/${await product().videoId(titles.plain)}`)
    await page.evaluate(`{
      window.moves = 0
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (change) => {
        const transition = start(change)
        void transition.ready.then(() => {
          const parts = document.getAnimations().map(({ effect }) => effect.pseudoElement)
          if (parts.includes("::view-transition-group(artwork)")) window.moves += 1
        })
        return transition
      }
    }`)
    const open = async (reducedMotion: "reduce" | "no-preference"): Promise<number> => {
      await page.emulateMedia({ reducedMotion })
      await page.getByLabel("Breadcrumb").getByRole("link", { name: "Videos" }).click()
      const before = await page.evaluate<number>("window.moves")
      await page.getByRole("link", { name: titles.plain, exact: true }).click()
      await page.getByRole("button", { name: "Edit" }).waitFor()
      await page.waitForTimeout(400)
      return (await page.evaluate<number>("window.moves")) - before
    }
    // The page opens without animation if a slow machine needs more than 250 ms to render it.
    await eventually("the animation", async () => (await open("no-preference")) === 1)
    expect(await open("reduce")).toBe(0)
  })

  it("asks for confirmation before the user leaves the page with unsaved changes", async () => {
    const { page } = await device()
    await page.goto(`/videos/${await product().videoId(titles.plain)}`)
    const edit = page.getByRole("button", { name: "Edit" })
    const ways = [
      () => edit.click(),
      () => page.getByRole("button", { name: "Cancel" }).click(),
      () => page.getByLabel("Title").press("Escape"),
      () => page.getByLabel("Breadcrumb").getByRole("link", { name: "Videos" }).click()
    ]
    await edit.click()
    await page.getByLabel("Title").fill("Something else")
    for (const leave of ways) {
      await leave()
      const question = page.getByRole("alertdialog", { name: "Discard your changes?" })
      await question.waitFor()
      if (leave === ways[0]) expect(await violations(page)).toEqual([])
      await question.getByRole("button", { name: "Keep editing" }).click()
      await question.waitFor({ state: "detached" })
    }
    expect(await page.getByLabel("Title").inputValue()).toBe("Something else")
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "Discard changes" }).click()
    await page.getByLabel("Title").waitFor({ state: "detached" })
  })

  it("shows an alert with the reason why the file cannot be used, and lists its jobs", async () => {
    const { page } = await device()
    await page.goto(`/videos/${await product().videoId(titles.corrupt)}`)
    await page
      .getByRole("alert")
      .getByText(/not a media file/)
      .waitFor()
    expect(await page.getByRole("link", { name: /^Play/ }).count()).toBe(0)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Technical details" }).click()
    await page.getByRole("tab", { name: "Jobs" }).click()
    await page.getByRole("tabpanel").getByText("Media probe").first().waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("The file is being examined.", { exact: true }).waitFor()
  })

  it("opens an accessible menu", async () => {
    const { page } = await device()
    await page.goto(`/videos/${await product().videoId(titles.plain)}`)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Examine the file again" }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it("changes the video's picture in a dialog that fits on a phone", async () => {
    const { page } = await device(undefined, widths[390])
    await page.goto(`/videos/${await product().videoId(titles.plain)}`)
    await page.getByRole("button", { name: "More actions" }).tap()
    await page.getByRole("menuitem", { name: "Change picture" }).tap()
    await page.getByRole("slider").waitFor()
    expect(await violations(page)).toEqual([])
    const widthsOf = "(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth])"
    const [shown, all] = await page.evaluate<ReadonlyArray<number>>(
      `${widthsOf}(document.querySelector("[role=dialog] [data-body]"))`
    )
    expect(all).toBe(shown)
  })
})
