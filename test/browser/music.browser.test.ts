import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { eventually } from "@media/testkit/product/Time"
import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { judgeNow } from "./support/Axe.ts"
import { videoState } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

const parts = ["Dawn", "Noon", "Dusk"]
const { device: anyDevice, product } = useProduct("music", async (fresh) => {
  const folder = join(fresh.media, "music")
  mkdirSync(folder)
  const make = (name: string, ...options: ReadonlyArray<string>) =>
    Effect.runPromise(
      ffmpeg(
        "-f",
        "lavfi",
        "-i",
        "sine=300:duration=60:sample_rate=8000",
        ...options,
        join(folder, name)
      ).pipe(Effect.provide(realMediaTools))
    )
  const chapters = parts.map(
    (title, n) => `[CHAPTER]\nTIMEBASE=1/1\nSTART=${n * 20}\nEND=${n * 20 + 20}\ntitle=${title}\n`
  )
  const meta = join(fresh.media, "chapters.txt")
  writeFileSync(meta, `;FFMETADATA1\ntitle=The Book\nartist=Ann\nalbum=Readings\n${chapters.join("")}`)
  await make("book.mp3", "-i", meta, "-map", "0:a", "-map_metadata", "1", "-map_chapters", "1")
  // Chromium cannot decode ALAC, the codec of this file.
  await make(
    "lossless.m4a",
    "-c:a",
    "alac",
    ...["title=Lossless", "artist=Bo"].flatMap((tag) => ["-metadata", tag])
  )
  await putVideos(fresh.media, ["webm"])
  await fresh.addLibrary({ name: "Everything", contents: ["audio", "videos"], folder: fresh.media })
  await fresh.isScanned()
  await eventually("tracks have artists", async () => (await count("audio-artists")) === 2, 60_000)
  await eventually("the video is there", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
})
const count = async (list: string) => (await product().data<{ total: number }>("GET", `/api/${list}`)).total

const device = async () => {
  const opened = await anyDevice()
  return opened
}
const bar = (page: Page) => page.getByRole("region", { name: "Audio player" })
const time = async (page: Page) => Number(await bar(page).getByRole("slider", { name: "Seek" }).inputValue())
const titleOf = (page: Page) => bar(page).getByRole("link").first().textContent()
const open = async (page: Page, title: string) => {
  await page.goto("/artists")
  await page.getByRole("link", { name: title === "The Book" ? "Ann" : "Bo" }).click()
  await page.getByRole("button", { name: `Play ${title}` }).waitFor()
}
/**
 * A script that records the handlers of media keys. It is a string, because these tests are compiled without the
 * browser's types.
 */
const KEYS = `
  window.keys = {}
  const set = MediaSession.prototype.setActionHandler
  MediaSession.prototype.setActionHandler = function (action, handler) {
    window.keys[action] = handler
    return set.call(this, action, handler)
  }`

it("plays an artist's track with chapters, media keys and lock screen controls", async () => {
  const opened = await device()
  await opened.context.addInitScript({ content: KEYS })
  const { page } = opened
  await open(page, "The Book")
  expect(await judgeNow(page, "an artist")).toEqual([])
  await page.getByRole("button", { name: "Play The Book" }).click()
  await eventually("it plays", async () => (await time(page)) > 0.2)
  await bar(page).getByText("Dawn").waitFor()
  await bar(page).getByRole("button", { name: "Next chapter" }).click()
  await eventually("it is in the second", async () => (await time(page)) >= 20)
  await bar(page).getByText("Noon").waitFor()
  await bar(page).getByRole("button", { name: "Chapters" }).click()
  await page.getByRole("region", { name: "Chapters" }).getByRole("button", { name: "Dusk" }).click()
  await eventually("it is in the third", async () => (await time(page)) >= 40)
  expect(await judgeNow(page, "chapters")).toEqual([])

  expect(await page.evaluate("navigator.mediaSession.metadata.title")).toBe("The Book")
  expect(await page.evaluate("navigator.mediaSession.metadata.artist")).toBe("Ann")
  await page.evaluate("window.keys.seekto({ seekTime: 5 })")
  await eventually("the key led there", async () => (await time(page)) < 20)
  await page.evaluate("window.keys.pause()")
  await bar(page).getByRole("button", { name: "Play", exact: true }).waitFor()
  expect(await page.evaluate("navigator.mediaSession.playbackState")).toBe("paused")
})

it("transcodes and seeks tracks that the browser cannot play", async () => {
  const { page } = await device()
  await open(page, "Lossless")
  const converted = page.waitForResponse(/audio-stream\/.*format=opus/)
  await page.getByRole("button", { name: "Play Lossless" }).click()
  expect((await converted).status()).toBe(206)
  await eventually("it plays", async () => (await time(page)) > 0.2)
  await bar(page).getByRole("slider", { name: "Seek" }).fill("45")
  await eventually("playback continues after the seek", async () => (await time(page)) > 45.2)
  expect(await titleOf(page)).toBe("Lossless")
})

it("pauses the audio bar when a video plays, and pauses the video when the bar plays", async () => {
  const { context, page } = await device()
  await open(page, "The Book")
  await page.getByRole("button", { name: "Play The Book" }).click()
  await eventually("it plays", async () => (await time(page)) > 0.2)
  const other = await context.newPage()
  await other.goto(`/watch/${await product().videoId(titles.webm)}`)
  await eventually("the video plays", async () => !(await videoState(other)).paused)
  await bar(page).getByRole("button", { name: "Play", exact: true }).waitFor()
  await bar(page).getByRole("button", { name: "Play", exact: true }).click()
  await eventually("the video is paused", async () => (await videoState(other)).paused)
})
