import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { eventually } from "@media/testkit/product/Time"
import { putVideo, titles } from "@media/testkit/seed/SampleVideos"
import type { Marker } from "@media/features/playback/markers/contract"
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { plays, videoState } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

const chapters = [
  ["Opening", 0, 15],
  ["The storm", 15, 40]
] as const

const { device, product } = useProduct("markers", async (fresh) => {
  await putVideo(fresh.folder, "plain", "plain.mp4")
  const notes = join(fresh.folder, "chapters.txt")
  const lines = chapters.map(
    ([title, start, end]) => `[CHAPTER]\nTIMEBASE=1/1\nSTART=${start}\nEND=${end}\ntitle=${title}\n`
  )
  writeFileSync(notes, `;FFMETADATA1\n${lines.join("")}`)
  const inputs = ["-i", join(fresh.folder, "plain.mp4"), "-f", "ffmetadata", "-i", notes]
  const out = ["-map", "0", "-map_chapters", "1", "-c", "copy", join(fresh.media, `${titles.plain}.mp4`)]
  await Effect.runPromise(ffmpeg(...inputs, ...out).pipe(Effect.provide(realMediaTools), Effect.orDie))
  await addMovies(fresh)
  await eventually(
    "the video is examined",
    async () => {
      const { items } = await fresh.data<{ items: ReadonlyArray<{ status: string }> }>("GET", "/api/videos")
      return items[0]?.status === "ready"
    },
    60_000
  )
})

const markersOf = async (id: string) =>
  (await product().data<ReadonlyArray<Marker>>("GET", `/api/videos/${id}/markers`)).map(
    ({ end, start, title }) => ({ title, start, end })
  )

it("adds a marker at the playback position and converts a chapter to a marker", async () => {
  const id = await product().videoId(titles.plain)
  const { page } = await device()
  await page.goto(`/watch/${id}?t=5`)
  await plays(page)
  await page.keyboard.press("n")
  const dialog = page.getByRole("dialog", { name: "Add a marker" })
  await dialog.getByLabel("Title").fill("The bridge")
  const from = await dialog.getByLabel("Start").inputValue()
  expect(from).toMatch(/^0:(0[5-9]|[12]\d)/)
  const begun = (await videoState(page)).time
  await eventually("a second later", async () => (await videoState(page)).time > begun + 1)
  await dialog.getByRole("button", { name: "End at the current time" }).click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Save" }).click()
  await dialog.waitFor({ state: "detached" })
  const [added] = await markersOf(id)
  expect(added?.title).toBe("The bridge")
  expect(added!.end! - added!.start).toBeGreaterThan(0.9)
  await page.locator("[data-marker]").waitFor({ state: "attached" })

  await page.goto(`/videos/${id}`)
  await page.getByRole("button", { name: "Keep The storm as a marker" }).click()
  await page.getByRole("button", { name: "Edit The storm" }).waitFor()
  expect(await markersOf(id)).toEqual([added, { title: "The storm", start: 15, end: 40 }])
  // The other chapter is still a chapter, and can be converted to a marker.
  await page.getByRole("button", { name: "Keep Opening as a marker" }).waitFor()

  await page.goto("/markers")
  await page.getByRole("link", { name: /The bridge/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole("searchbox", { name: "Search markers" }).fill("storm")
  await page.keyboard.press("Enter")
  await page.getByRole("link", { name: /The bridge/ }).waitFor({ state: "detached" })
  await page.getByRole("link", { name: /The storm/ }).click()
  await page.waitForURL(/t=15/)
  await plays(page)
  expect((await videoState(page)).time).toBeGreaterThanOrEqual(14.9)
})
