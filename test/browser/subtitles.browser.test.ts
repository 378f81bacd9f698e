import { putVideo, titles } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { addMovies } from "./support/Fixture.ts"
import { plays } from "./support/Playback.ts"
import { useProduct } from "./support/Scenario.ts"

const srt = (word: string) =>
  Array.from({ length: 38 }, (_, n) => {
    const at = (second: number) => `00:00:${String(second).padStart(2, "0")},000`
    return `${n + 1}\n${at(n)} --> ${at(n + 1)}\n<i>${word}</i> ${n} <script>x</script>\n`
  }).join("\n")

const { device, product } = useProduct("subtitles", async (fresh) => {
  await putVideo(fresh.media, "plain")
  writeFileSync(join(fresh.media, `${titles.plain}.en.srt`), srt("English"))
  await addMovies(fresh)
  await eventually("the video is there", async () => (await fresh.videoId(titles.plain)) !== "", 60_000)
  await fresh.isScanned()
})

const tracksOf = async (id: string) =>
  product().data<ReadonlyArray<{ label: string; source: string }>>("GET", `/api/videos/${id}/subtitles`)

it("shows subtitles on the video, in the transcript and in the search", async () => {
  const id = await product().videoId(titles.plain)
  await eventually("its subtitles", async () => (await tracksOf(id)).length === 1, 60_000)
  const { context, page } = await device()
  await context.addInitScript({ content: `sessionStorage.setItem("playback-mode", "direct")` })
  await page.goto(`/watch/${id}?t=5`)
  await plays(page)
  const box = page.locator("[data-cues]")
  expect(await box.count()).toBe(0)

  // The shortcut toggles subtitles. Markup in a subtitle file is shown as plain text.
  await page.keyboard.press("c")
  await box.locator("i").getByText("English").first().waitFor()
  expect(await box.locator("script").count()).toBe(0)
  await page.keyboard.press("k")
  const seen = async () => {
    const text = (await box.textContent()) ?? ""
    const time = await page.evaluate("document.querySelector('video').currentTime")
    return [Number(/\d+/.exec(text)?.[0]), Math.floor(time as number)] as const
  }
  await eventually("the cue of the moment", async () => {
    const [cue, second] = await seen()
    return cue === second
  })
  // With a delay of one second, each subtitle is shown one second late.
  for (let n = 0; n < 10; n += 1) await page.keyboard.press("h")
  await eventually("the cue of a second ago", async () => {
    const [cue, second] = await seen()
    return cue === second - 1
  })
  for (let n = 0; n < 10; n += 1) await page.keyboard.press("g")

  // The menu shows a track that was added in the meantime.
  await page.evaluate(
    async ({ at, text }) => {
      const body = new FormData()
      body.set("file", new Blob([text]), "x.de.srt")
      const answer = await fetch(at, { method: "POST", body })
      if (answer.status !== 201) throw new Error(await answer.text())
    },
    { at: `/api/videos/${id}/subtitles`, text: srt("Deutsch") }
  )
  await page.mouse.move(300, 300)
  await page.getByRole("button", { name: "Subtitles: English" }).click()
  await page.getByRole("menuitemradio", { name: "German" }).click()
  await box.getByText("Deutsch").first().waitFor()

  // The transcript can be searched, and a click seeks to a line.
  await page.mouse.move(310, 310)
  await page.getByRole("button", { name: "Subtitles: German" }).click()
  await page
    .getByRole("menuitem", { name: "Transcript" })
    .or(page.getByRole("menuitemradio", { name: "Transcript" }))
    .click()
  const panel = page.locator("[data-transcript]")
  await panel.getByRole("searchbox").fill("deutsch 31")
  await panel.locator("mark").first().waitFor()
  expect(await panel.locator("li").count()).toBe(1)
  await panel.locator("li button").click()
  await eventually("the moment", async () => {
    const time = (await page.evaluate("document.querySelector('video').currentTime")) as number
    return Math.abs(time - 31) < 0.3
  })
  await box.getByText("31").first().waitFor()

  // The chosen language also applies to the next playback.
  await page.goto(`/watch/${id}?t=3`)
  await plays(page)
  await box.getByText("Deutsch").first().waitFor()

  await page.goto("/transcripts?q=deutsch+12")
  await page.locator("mark").first().waitFor()
  await page.getByRole("link", { name: /Deutsch 12/ }).click()
  await page.waitForURL(/t=12/)

  await page.goto(`/videos/${id}?tab=file`)
  await page.getByRole("button", { name: "Remove: German" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
  await eventually("one track", async () => (await tracksOf(id)).length === 1)
})
