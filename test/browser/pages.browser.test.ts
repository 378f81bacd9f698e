import { addMember } from "@media/testkit/seed/Accounts"
import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { putAudio, putBooks, putImages } from "@media/testkit/seed/SampleFiles"
import { eventually } from "@media/testkit/product/Time"
import { beforeAll, describe, expect, it } from "vitest"
import type { Device } from "./support/Browser.ts"
import { judgePage, widths } from "./support/Judge.ts"
import { openings } from "./support/Openings.ts"
import { COUNT_SHIFTS, shiftOf, titlePlace } from "./support/Rest.ts"
import { useProduct } from "./support/Scenario.ts"

let library = ""
const { device, product, stranger } = useProduct("pages", async (fresh) => {
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

/** frame.browser.test.ts holds what it opens at rest to 0.02; here a loaded machine moved a list by 0.07. */
const MOST_SHIFT = 0.1

/** Pages whose title stands in the frame; the others have the whole window. */
let framed: ReadonlyArray<string> = []
let bare: ReadonlyArray<string> = []
let video = ""
beforeAll(async () => {
  const firstOf = async (list: string): Promise<string> =>
    (await product().data<{ items: ReadonlyArray<{ id: string }> }>("GET", `/api/${list}`)).items[0]!.id
  video = await product().videoId(titles.plain)
  const torn = await product().videoId(titles.corrupt)
  await product().data("PUT", `/api/videos/${video}/progress`, { position: 20, duration: 40 })
  bare = [`/watch/${video}`, `/watch/${torn}`]
  framed = [
    "/",
    ...["videos", "images", "audio", "books"].map((list) => `/${list}`),
    ...["/videos?view=table", "/videos?q=nothing+is+called+so", "/videos?watched=no"],
    ...[`/videos/${video}`, `/videos/${torn}`],
    `/images/${await firstOf("images")}`,
    `/audio/${await firstOf("audio-tracks")}`,
    `/books/${await firstOf("books")}`,
    "/admin/libraries",
    "/admin/libraries?add=1",
    `/admin/libraries/${library}`,
    "/admin/accounts",
    "/admin/settings",
    "/ops",
    `/ops/runs/${await firstOf("jobs?status=failed")}`,
    "/ops/queues/media-probe",
    "/account",
    "/whats-new",
    "/forbidden",
    "/no/such/page"
  ]
})

const judge = async ({ page }: Device, route: string): Promise<ReadonlyArray<string>> => {
  await page.goto(route)
  const problems = await judgePage(page)
  const { moved, shift } = await shiftOf(page)
  return [...problems, ...(shift > MOST_SHIFT ? [`it moved by ${shift}: ${moved.join(", ")}`] : [])].map(
    (each) => `${route}: ${each}`
  )
}

describe.each(["dark", "light"] as const)("every page, %s", (colorScheme) => {
  const optionsOf = (width: 1440 | 390) => ({
    ...widths[width],
    colorScheme,
    reducedMotion: "reduce" as const
  })

  it.each([1440, 390] as const)(
    "is accessible, fits, hardly moves and has its title in place at %i px",
    async (width) => {
      const visitor = await stranger(optionsOf(width))
      await visitor.context.addInitScript({ content: COUNT_SHIFTS })
      const problems = [...(await judge(visitor, "/login"))]
      const viewer = await device(undefined, optionsOf(width))
      await viewer.context.addInitScript({ content: COUNT_SHIFTS })
      for (const route of bare) problems.push(...(await judge(viewer, route)))
      const places = new Map<string, Array<string>>()
      for (const route of framed) {
        problems.push(...(await judge(viewer, route)))
        const place = await titlePlace(viewer.page)
        places.set(place, [...(places.get(place) ?? []), route])
      }
      expect(problems).toEqual([])
      expect([...places.keys()], JSON.stringify([...places])).toHaveLength(1)
    }
  )

  it.each([1440, 390] as const)("is accessible with all that opens over it at %i px", async (width) => {
    const { page } = await device(undefined, optionsOf(width))
    const problems: Array<string> = []
    for (const { at, name, only, open } of openings(video)) {
      if (only !== undefined && only !== width) continue
      await page.goto(at)
      try {
        await open(page)
      } catch (cause) {
        throw new Error(`${name}, at ${at}`, { cause })
      }
      problems.push(...(await judgePage(page)).map((problem) => `${name}: ${problem}`))
    }
    expect(problems).toEqual([])
  })
})
