import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { eventually } from "@media/testkit/product/Time"
import type { Video } from "@media/features/media/videos/contract"
import * as Effect from "effect/Effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { sharp } from "@media/pictures/Sharp"
import type { Product } from "@media/testkit/product/Product"
import { plays, videoState } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

/**
 * Colors of scenes that last twelve seconds each. A trickplay cell covers four seconds, so each cell has a single
 * color.
 */
const SCENES = ["red", "lime", "blue", "white"] as const
const COLORS: Readonly<Record<string, string>> = {
  "100": "red",
  "010": "lime",
  "001": "blue",
  "111": "white"
}

const putScenes = (path: string, order: ReadonlyArray<string>) =>
  Effect.runPromise(
    ffmpeg(
      ...order.flatMap((name) => ["-f", "lavfi", "-i", `color=${name}:s=320x180:r=5:d=12`]),
      ...["-filter_complex", `concat=n=${order.length},format=yuv420p`, "-c:v", "libx264"],
      ...["-preset", "ultrafast", "-g", "5", "-movflags", "+faststart", path]
    ).pipe(Effect.provide(realMediaTools), Effect.orDie)
  )

const previewed = (fresh: Product, title: string, has: (video: Video) => boolean) =>
  eventually(
    `previews of ${title}`,
    async () => has(await fresh.data<Video>("GET", `/api/videos/${await fresh.videoId(title)}`)),
    90_000
  )

const { device, product } = useProduct("trickplay", async (fresh) => {
  const on = { generate_trickplay: true, generate_preview_clips: false, trickplay_interval_seconds: 4 }
  await fresh.data("PATCH", "/api/settings", on)
  await putScenes(join(fresh.media, "Colors.mp4"), SCENES)
  await fresh.addLibrary({ name: "Colors", contents: ["videos"], folder: fresh.media })
  await previewed(fresh, "Colors", ({ trickplay }) => trickplay?.isComplete === true)
  const off = { generate_trickplay: false, generate_preview_clips: true }
  await fresh.data("PATCH", "/api/settings", off)
  mkdirSync(join(fresh.folder, "clips"))
  await putScenes(join(fresh.folder, "clips", "Moving.mp4"), ["lime", "lime", "lime"])
  await fresh.addLibrary({ name: "Clips", contents: ["videos"], folder: join(fresh.folder, "clips") })
  await previewed(fresh, "Moving", ({ clip }) => clip !== null)
})

/** Returns the visible color at a position of the box. `across` and `down` are shares of its size. */
const colorOf = async (page: Page, of: Locator, across = 0.5, down = 0.5): Promise<string | undefined> => {
  const box = await of.boundingBox()
  if (box === null) return undefined
  const clip = { x: box.x + box.width * across, y: box.y + box.height * down, width: 2, height: 2 }
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return COLORS[[...data.subarray(0, 3)].map((value) => (value > 128 ? "1" : "0")).join("")]
}

const shows = (page: Page, of: Locator, color: string, across?: number, down?: number) =>
  eventually(`${color} is seen`, async () => (await colorOf(page, of, across, down)) === color)

const sheetsAsked = (page: Page) => {
  const asked: Array<string> = []
  page.on("request", (request) => {
    if (/_thumbnails.*\.jpg/.test(request.url())) asked.push(request.url())
  })
  return asked
}

const watch = async (options = {}) => {
  const viewer = await device(undefined, options)
  await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "direct")` })
  const asked = sheetsAsked(viewer.page)
  await viewer.page.goto(`/watch/${await product().videoId("Colors")}`)
  await plays(viewer.page)
  const slider = (await viewer.page.locator("input[type=range][max='48']").boundingBox())!
  // The slider is half a knob wider than the bar on each side.
  const bar = { x: slider.x + 8, y: slider.y + slider.height / 2, width: slider.width - 16 }
  return {
    page: viewer.page,
    context: viewer.context,
    asked,
    bar,
    picture: viewer.page.locator("[data-trickplay]")
  }
}

it("shows the frame under the pointer, and seeks only when a drag ends", async () => {
  const { asked, bar, page, picture } = await watch()
  for (const [index, color] of SCENES.entries()) {
    await page.mouse.move(bar.x + bar.width * (index / 4 + 0.02), bar.y)
    await shows(page, picture, color)
    await page.mouse.move(bar.x + bar.width * (index / 4 + 0.23), bar.y)
    await shows(page, picture, color)
  }
  expect(asked.length).toBe(1)

  await page.keyboard.press("k")
  const { time } = await videoState(page)
  await page.mouse.move(bar.x + bar.width * 0.3, bar.y)
  await page.mouse.down()
  await page.mouse.move(bar.x + bar.width * 0.7, bar.y, { steps: 5 })
  await shows(page, picture, "blue")
  expect((await videoState(page)).time).toBe(time)
  await page.mouse.up()
  await eventually("the seek", async () => Math.abs((await videoState(page)).time - 0.7 * 48) < 0.3)
  await page.mouse.move(bar.x + bar.width * 0.3, bar.y - 200)
  await picture.waitFor({ state: "detached" })
})

it("shows the frame while a finger is on the seek bar", async () => {
  const { bar, context, page, picture } = await watch({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true
  })
  const touch = await context.newCDPSession(page)
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at === undefined ? [] : [{ x: bar.x + bar.width * at, y: bar.y }]
    })
  // The controls remain visible while the video is paused.
  await page.keyboard.press("k")
  await eventually("the pause", async () => (await videoState(page)).paused)
  await send("touchStart", 0.05)
  for (const at of [0.2, 0.4, 0.6]) await send("touchMove", at)
  await shows(page, picture, "blue")
  const box = (await picture.boundingBox())!
  expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true])
  await send("touchEnd")
  await picture.waitFor({ state: "detached" })
  await eventually("the seek", async () => Math.abs((await videoState(page)).time - 0.6 * 48) < 2)
})

it("shows thumbnails or plays the clip of the card under the pointer", async () => {
  const { page } = await device(undefined, { reducedMotion: "no-preference" })
  await page.goto("/videos")
  const card = (title: string) => page.locator("article").filter({ hasText: title })
  const colors = (await card("Colors").boundingBox())!
  const height = (colors.width * 9) / 16
  const motion = card("Colors").locator("[data-motion]")
  await page.mouse.move(colors.x + colors.width * 0.1, colors.y + height * 0.8)
  await motion.waitFor()
  for (const [index, color] of SCENES.entries()) {
    await page.mouse.move(colors.x + colors.width * (index / 4 + 0.12), colors.y + height * 0.8)
    await shows(page, motion, color, 0.5, 0.2)
  }
  await page.mouse.move(5, 5)
  await motion.waitFor({ state: "detached" })

  await card("Moving").hover()
  await card("Moving").locator("[data-motion] video").waitFor()
  await eventually(
    "the clip plays",
    async () =>
      (await page.evaluate<number>("document.querySelector('[data-motion] video').currentTime")) > 0.3
  )
  await page.mouse.move(5, 5)
  await card("Moving").locator("[data-motion]").waitFor({ state: "detached" })
})
