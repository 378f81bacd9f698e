import { addMember, admin } from "@media/testkit/seed/Accounts"
import { putAudio, putBooks, putImages } from "@media/testkit/seed/SampleFiles"
import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { widths } from "./support/Judge.ts"
import { openings } from "./support/Openings.ts"
import { useProduct } from "./support/Scenario.ts"
import { Heard, judgeWords } from "./support/Words.ts"

const { device, product, stranger } = useProduct("words", async (fresh) => {
  await putVideos(fresh.media, ["plain", "webm", "corrupt"])
  await putImages(fresh.media)
  await putAudio(fresh.media)
  putBooks(fresh.media, fresh.media)
  const contents = ["videos", "images", "audio", "books"] as const
  library = await fresh.addLibrary({ name: "Everything", contents, folder: fresh.media })
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await addMember(fresh)
  await fresh.isScanned()
})

let library = ""
let video = ""
let routes: ReadonlyArray<string> = []
beforeAll(async () => {
  const firstOf = async (list: string): Promise<string> =>
    (await product().data<{ items: ReadonlyArray<{ id: string }> }>("GET", `/api/${list}`)).items[0]!.id
  video = await product().videoId(titles.plain)
  const torn = await product().videoId(titles.corrupt)
  await product().data("PUT", `/api/videos/${video}/progress`, { position: 20, duration: 40 })
  routes = [
    ...["/", "/videos", "/videos?view=table", "/videos?q=nothing", "/images", "/audio", "/books"],
    ...[`/videos/${video}`, `/videos/${video}?tab=file`, `/videos/${torn}`, `/videos/${torn}?tab=jobs`],
    `/images/${await firstOf("images")}`,
    `/audio/${await firstOf("audio-tracks")}`,
    `/books/${await firstOf("books")}`,
    `/watch/${video}`,
    `/watch/${torn}`,
    "/admin/libraries",
    `/admin/libraries/${library}`,
    "/admin/accounts",
    "/admin/settings",
    "/ops",
    `/ops/runs/${await firstOf("jobs?status=failed")}`,
    "/ops/queues/media-probe",
    "/account",
    "/whats-new",
    "/setup?step=playback",
    "/setup?step=library",
    "/setup?step=scan",
    "/forbidden",
    "/no/such/page"
  ]
})

/** What a server without accounts answers to a page that starts. */
const unused = { ok: true, data: { needsSetup: true, user: null, settings: null } }

const isCalm = async (page: Page): Promise<void> => {
  await page.locator("h1, h2").first().waitFor({ state: "attached" })
  await eventually("skeletons are gone", async () => (await page.locator(".skeleton").count()) === 0)
  await page.waitForTimeout(100)
}

/** A phone turned into a desk and back: what a page has loaded and opened stays, and need not be loaded again. */
const sizes = [1440, 390] as const
const resize = (page: Page, width: keyof typeof widths) => page.setViewportSize(widths[width].viewport)

it("words of 1.4 times the length are all translated, and fit everywhere from the left and from the right", async () => {
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
    "VP9",
    "Opus",
    "EPUB"
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
      // What every page has is told once, with the first.
      for (const problem of await judgeWords(page, heard))
        if (!problems.has(problem)) problems.set(problem, `${width} px, ${name}: ${problem}`)
    }
  }
  const open = async (page: Page, route: string, width: 390 | 1440 = 1440) => {
    await resize(page, width)
    await page.goto(route)
  }
  await open(visitor.page, "/login")
  await judge(visitor.page, "/login")
  await visitor.page.route("**/api/session", (route) => route.fulfill({ json: unused }))
  await open(visitor.page, "/setup")
  await judge(visitor.page, "/setup")
  for (const route of routes) {
    await open(viewer.page, route)
    await judge(viewer.page, route)
  }
  for (const opening of openings(video)) {
    await open(viewer.page, opening.at, opening.only)
    await opening.open(viewer.page).catch((cause: unknown) => {
      throw new Error(`${opening.name}, at ${opening.at}`, { cause })
    })
    await judge(viewer.page, opening.name, opening.only && [opening.only])
  }
  expect([...problems.values()]).toEqual([])
})
