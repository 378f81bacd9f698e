import { ffmpeg } from "@media/testkit/media/OddMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { eventually } from "@media/testkit/product/Time"
import * as Effect from "effect/Effect"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { plays, videoState } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

/** Creates a black video with English and German audio. */
const makeVideo = (target: string, size: string, seconds: number) => {
  mkdirSync(dirname(target), { recursive: true })
  return Effect.runPromise(
    ffmpeg(
      ...["-f", "lavfi", "-i", `color=black:s=${size}:r=25:d=${seconds}`],
      ...["-f", "lavfi", "-i", `sine=f=440:d=${seconds}`, "-f", "lavfi", "-i", `sine=f=1760:d=${seconds}`],
      ...["-map", "0:v", "-map", "1:a", "-map", "2:a", "-c:v", "libx264", "-g", "50", "-c:a", "aac"],
      ...["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", "-disposition:a:1", "0"],
      target
    ).pipe(Effect.provide(realMediaTools))
  )
}

interface Work {
  readonly id: string
  readonly versions: ReadonlyArray<{ readonly id: string; readonly label: string | null }>
  readonly parts: ReadonlyArray<{ readonly id: string }>
}
const movie = async (title: string): Promise<Work> => {
  const id = await product().videoId(title)
  return product().data<Work>("GET", `/api/video/movies/${id}`)
}

const { device, product } = useProduct("player-versions", async (fresh) => {
  await makeVideo(join(fresh.media, "Dunes (2021)/Dunes (2021) - Big.mkv"), "640x360", 40)
  await makeVideo(join(fresh.media, "Dunes (2021)/Dunes (2021) - Small.mkv"), "320x180", 40)
  await makeVideo(join(fresh.media, "Storm (2011)/Storm (2011)-cd1.mkv"), "320x180", 20)
  await makeVideo(join(fresh.media, "Storm (2011)/Storm (2011)-cd2.mkv"), "320x180", 20)
  await makeVideo(join(fresh.media, "Gale (2012)/Gale (2012).mkv"), "320x180", 40)
  await addMovies(fresh)
  await eventually("movies are known", async () => {
    const { total } = await fresh.data<{ total: number }>("GET", "/api/video/movies?status=ready")
    return total === 3
  })
  await fresh.isScanned()
})

/** Opens a menu of the player's controls, which are hidden until the pointer moves. */
const openMenu = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.mouse.move(300, 300)
  await page.mouse.move(340, 320)
  await page.getByRole("button", { name }).click()
}
const chooseVersion = async (page: Page, name: RegExp): Promise<void> => {
  await openMenu(page, /^Version: /)
  await page.getByRole("menuitemradio", { name }).click()
}

it("switches the version during playback without losing position and language", async () => {
  const viewer = await device()
  const { page } = viewer
  await viewer.context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "auto")` })
  const { id, versions } = await movie("Dunes")
  const [small] = versions
  expect(small?.label).toBe("Small")
  await page.goto(`/watch/${id}`)
  await plays(page)
  await page.evaluate(`document.querySelector("video").currentTime = 15`)
  await plays(page)
  await openMenu(page, "Audio track: English")
  await page.getByRole("menuitemradio", { name: /German/ }).click()
  await page.getByRole("button", { name: "Audio track: German" }).waitFor()
  await openMenu(page, /^Version: /)
  expect(await page.getByRole("menuitemradio").allTextContents()).toEqual([
    expect.stringContaining("360p"),
    expect.stringContaining("Small · 180p")
  ])
  expect(await violations(page)).toEqual([])
  await page.getByRole("menuitemradio", { name: /Small/ }).click()
  await page.waitForURL(new RegExp(`/watch/${small!.id}`))
  await page.getByRole("button", { name: "Version: Small · 180p" }).waitFor()
  await plays(page)
  const { time, width } = await videoState(page)
  expect([time >= 15, time < 40, width]).toEqual([true, true, 320])
  await page.getByRole("button", { name: "Audio track: German" }).waitFor()
})

it("shows the version's name while a later part plays", async () => {
  const storm = await movie("Storm")
  const gale = await movie("Gale")
  await product().data("POST", `/api/video/movies/${storm.id}/versions`, { videoId: gale.id, label: "Long" })
  const { page } = await device()
  await page.goto(`/watch/${storm.parts[0]!.id}?t=5`)
  await plays(page)
  await page.getByRole("button", { name: "Version: 180p" }).waitFor()
  await chooseVersion(page, /Long/)
  await page.waitForURL(new RegExp(`/watch/${gale.id}`))
  await page.getByRole("button", { name: "Version: Long · 180p" }).waitFor()
  await plays(page)
  expect((await videoState(page)).time).toBeGreaterThanOrEqual(25)
})

it("resumes the version that the user played last until the user chooses another version", async () => {
  const { id, versions } = await movie("Dunes")
  const [small] = versions
  await product().data("PUT", `/api/videos/${small!.id}/progress`, { position: 12 })
  const { page } = await device()
  await page.goto(`/watch/${id}`)
  await page.waitForURL(new RegExp(`/watch/${small!.id}`))
  await plays(page)
  const { time, width } = await videoState(page)
  expect([time >= 12, width]).toEqual([true, 320])
  await chooseVersion(page, /360p/)
  await page.waitForURL(new RegExp(`/watch/${id}`))
  await plays(page)
  expect((await videoState(page)).width).toBe(640)
})
