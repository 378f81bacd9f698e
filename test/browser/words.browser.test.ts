import { admin } from "@media/testkit/seed/Accounts"
import { titles } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { everyPage, fillEverything, type EveryPage } from "./support/EveryPage.ts"
import { widths } from "./support/Judge.ts"
import { openings } from "./support/Openings.ts"
import { useProduct } from "./support/Scenario.ts"
import { Heard, judgeWords } from "./support/Words.ts"

let every: EveryPage
const { device, stranger } = useProduct("words", async (fresh) => {
  every = await everyPage(fresh, await fillEverything(fresh))
})
/** The session response of a server without accounts. Every page requests the session when it starts. */
const unused = { ok: true, data: { needsSetup: true, user: null, settings: null } }

const isCalm = async (page: Page): Promise<void> => {
  await page.locator("h1, h2").first().waitFor({ state: "attached" })
  await eventually("skeletons are gone", async () => (await page.locator(".skeleton").count()) === 0)
  await page.waitForTimeout(100)
}

/** Widths of the window. The window is resized instead of opening the page again, so that all open popups stay open. */
const sizes = [1440, 390] as const
const resize = (page: Page, width: keyof typeof widths) => page.setViewportSize(widths[width].viewport)

it("translates all text, and has room for text that is 1.4 times as long", { timeout: 900_000 }, async () => {
  const options = { ...widths[1440], hasTouch: true, reducedMotion: "reduce" as const }
  const visitor = await stranger(options)
  const viewer = await device(undefined, options)
  const heard = new Heard()
  heard.add(
    ...Object.values(titles),
    admin.username,
    "milo",
    "Milo",
    "“nothing”",
    "H.264",
    "AAC",
    // Titles of the series and movies that every page shows, and keys of the command palette.
    ...[
      "MPEG-4",
      "1. Pilot",
      "Pilot",
      "Harbor Lights",
      "Dunes (2021)",
      "Dunes (2021).mp4",
      "g e",
      "g i",
      "g b",
      "g f",
      "g n",
      "g 1",
      "g 2",
      "g 3",
      "g a",
      "g c",
      "g o",
      "g s",
      "g u",
      "g z"
    ],
    "VP9",
    "Opus",
    "EPUB",
    // The browser translates language names, but it does not know pseudo-languages.
    "English"
  )
  for (const { context, page } of [visitor, viewer]) {
    heard.listen(page)
    await context.addInitScript(`localStorage.setItem("locale", "en-XB")`)
  }
  const problems = new Map<string, string>()
  const judge = async (page: Page, name: string, wanted: ReadonlyArray<390 | 1440> = sizes) => {
    await isCalm(page)
    for (const width of wanted) {
      await resize(page, width)
      await page.waitForTimeout(100)
      // A problem that occurs on every page is reported only once, with the first page.
      for (const problem of await judgeWords(page, heard))
        if (!problems.has(problem)) problems.set(problem, `${width} px, ${name}: ${problem}`)
    }
  }
  const open = async (page: Page, route: string, width: 390 | 1440 = 1440) => {
    await resize(page, width)
    await page.goto(route)
  }
  for (const route of every.signedOut) {
    await open(visitor.page, route)
    await judge(visitor.page, route)
  }
  await visitor.page.route("**/api/session", (route) => route.fulfill({ json: unused }))
  await open(visitor.page, "/setup")
  await judge(visitor.page, "/setup")
  for (const route of [...every.framed, ...every.bare, ...every.states]) {
    await open(viewer.page, route)
    await judge(viewer.page, route)
  }
  for (const opening of openings(every.video)) {
    await open(viewer.page, opening.at, opening.only)
    await opening.open(viewer.page).catch((cause: unknown) => {
      throw new Error(`${opening.name}, at ${opening.at}`, { cause })
    })
    await judge(viewer.page, opening.name, opening.only && [opening.only])
  }
  expect([...problems.values()]).toEqual([])
})
