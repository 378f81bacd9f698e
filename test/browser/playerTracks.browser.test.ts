import { discSubtitles } from "@media/testkit/media/BitmapSubtitles"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually } from "@media/testkit/product/Time"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { plays } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

/** Prepares a black video of 20 s with two audio tracks, and bitmap subtitles that start at second 2. */
const { device, product } = useProduct("player-tracks", async (fresh) => {
  const sup = join(fresh.folder, "a.sup")
  const shown = [{ fromSeconds: 1, toSeconds: 19, x: 120, y: 80, width: 80, height: 20 }]
  writeFileSync(sup, discSubtitles({ width: 320, height: 180 }, shown))
  await Effect.runPromise(
    ffmpeg(
      ...["-f", "lavfi", "-i", "color=black:s=320x180:r=25:d=20", "-i", sup],
      ...["-f", "lavfi", "-i", "sine=f=440:d=20", "-f", "lavfi", "-i", "sine=f=1760:d=20"],
      ...["-map", "0:v", "-map", "2:a", "-map", "3:a", "-map", "1:s", "-c:v", "libx264", "-g", "50"],
      ...["-c:a", "aac", "-c:s", "copy", "-metadata:s:a:0", "language=eng"],
      ...["-metadata:s:a:1", "language=ger"],
      ...["-disposition:a:1", "0", "-metadata:s:s:0", "language=fre", join(fresh.media, "tracks.mkv")]
    ).pipe(Effect.provide(realMediaTools))
  )
  await addMovies(fresh)
  await fresh.isScanned()
})

/** Returns the brightness in the center of the subtitle's rectangle in the visible frame. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const video = document.querySelector("video")
    const canvas = document.createElement("canvas")
    canvas.width = 320
    canvas.height = 180
    const context = canvas.getContext("2d")
    context.drawImage(video, 0, 0, 320, 180)
    return context.getImageData(160, 90, 1, 1).data[0]
  })()`)

it("changes the audio track and burned-in subtitles during playback", async () => {
  const viewer = await device()
  const { page } = viewer
  await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "auto")` })
  const asked: Array<string> = []
  page.on("request", (request) => {
    if (request.url().includes("/hls/")) asked.push(request.url())
  })
  await page.goto(`/watch/${await product().videoId("tracks")}`)
  await plays(page)
  await page.getByRole("button", { name: "Audio track: English" }).click()
  expect(await page.getByRole("menuitemradio").allTextContents()).toEqual([
    expect.stringContaining("English"),
    expect.stringContaining("German")
  ])
  expect(await violations(page)).toEqual([])
  await page.getByRole("menuitemradio", { name: /German/ }).click()
  await eventually("the player requests the other track", () =>
    Promise.resolve(asked.some((url) => /\.ts\?(part=\d+&)?audio=2/.test(url)))
  )
  await plays(page)
  await page.getByRole("button", { name: "Burned-in subtitles: Off" }).click()
  await page.getByRole("menuitemradio", { name: /French/ }).click()
  await eventually("white in the picture", async () => (await brightness(page)) > 200)
  expect(asked.some((url) => /\.ts\?(part=\d+&)?audio=2&subtitle=3/.test(url))).toBe(true)
  await page.getByRole("button", { name: "Quality" }).click()
  await page.getByRole("menuitemradio", { name: /180p/ }).click()
  await page.getByRole("button", { name: "Audio track: German" }).waitFor()
  expect(await brightness(page)).toBeGreaterThan(200)
})
