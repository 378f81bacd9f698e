import { eventually } from "@media/testkit/product/Time"
import type { AudioTrack } from "@media/features/media/audio/contract"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { judgeNow } from "./support/Axe.ts"
import { useProduct } from "./support/Scenario.ts"
import { tone } from "./support/Tones.ts"

const { device: anyDevice, product } = useProduct("audio-bar", async (fresh) => {
  const folder = join(fresh.media, "music")
  mkdirSync(folder)
  for (const name of ["Alpha", "Bravo", "Charlie", "Delta"])
    writeFileSync(join(folder, `${name}.wav`), tone({ seconds: 60, hertz: 200, level: 0, rate: 8_000 }))
  writeFileSync(join(folder, "Bravo.lrc"), "[00:00.00]The first line\n[00:30.00]The line in the middle\n")
  writeFileSync(join(folder, "Tone 1.wav"), tone({ seconds: 3, hertz: 500, level: 0.6, rate: 44_100 }))
  writeFileSync(join(folder, "Tone 2.wav"), tone({ seconds: 3, hertz: 1_500, level: 0.25, rate: 44_100 }))
  await fresh.addLibrary({ name: "Music", contents: ["audio"], folder })
  await fresh.isScanned()
  await eventually("all tracks are ready", async () => (await tracks()).length === 6, 60_000)
})
const tracks = async () =>
  (await product().data<{ items: ReadonlyArray<AudioTrack> }>("GET", "/api/audio-tracks?status=ready")).items
const trackNamed = async (title: string) => (await tracks()).find((one) => one.title === title)

const device = async (...options: Parameters<typeof anyDevice>) => {
  const opened = await anyDevice(...options)
  return opened
}
const bar = (page: Page) => page.getByRole("region", { name: "Audio player" })
const seekBar = (page: Page) => bar(page).getByRole("slider", { name: "Seek" })
const time = async (page: Page) => Number(await seekBar(page).inputValue())
const titleOf = (page: Page) => bar(page).getByRole("link").first().textContent()
const queued = (page: Page) =>
  page.getByRole("region", { name: "Queue" }).locator("[data-title]").allTextContents()
const openList = async (page: Page, query = "sort=title&order=asc") => {
  await page.goto(`/audio?${query}`)
  await page.getByRole("link", { name: "Alpha" }).waitFor()
}
const choose = async (page: Page, title: string, entry: string) => {
  await page.getByRole("button", { name: `Actions for ${title}` }).click()
  await page.getByRole("menuitem", { name: entry }).click()
}

it("plays a list from the chosen track and keeps the queue after a reload", async () => {
  const { page } = await device()
  await openList(page)
  expect(await bar(page).count()).toBe(0)
  await choose(page, "Bravo", "Play all from here")
  await bar(page).waitFor()
  await eventually("it plays", async () => (await time(page)) > 0.3)
  expect(await titleOf(page)).toBe("Bravo")

  for (const linkName of ["Manage server", "Settings", "Back to library"]) {
    await page.getByRole("link", { name: linkName, exact: true }).first().click()
    const before = await time(page)
    await eventually(`playback continues in ${linkName}`, async () => (await time(page)) > before + 0.3)
  }
  await bar(page).getByRole("button", { name: "Queue" }).click()
  await eventually("the list is the queue", async () => (await queued(page)).length === 6)
  expect(await queued(page)).toEqual(["Alpha", "Bravo", "Charlie", "Delta", "Tone 1", "Tone 2"])
  expect(await judgeNow(page, "the queue is open")).toEqual([])

  const handle = page.getByRole("button", { name: /^Move Delta/ })
  await handle.focus()
  await page.keyboard.press("ArrowUp")
  await page.getByRole("button", { name: "Remove Tone 1 from the queue" }).click()
  expect(await queued(page)).toEqual(["Alpha", "Bravo", "Delta", "Charlie", "Tone 2"])
  const [from, to] = await Promise.all([
    page.getByRole("button", { name: /^Move Tone 2/ }).boundingBox(),
    page.getByRole("button", { name: /^Move Delta/ }).boundingBox()
  ])
  await page.mouse.move(from!.x + 5, from!.y + 20)
  await page.mouse.down()
  await page.mouse.move(to!.x + 5, to!.y + 20, { steps: 5 })
  await page.mouse.up()
  expect(await queued(page)).toEqual(["Alpha", "Bravo", "Tone 2", "Delta", "Charlie"])

  await bar(page).getByRole("button", { name: "Next track" }).click()
  await eventually("the next one plays", async () => (await titleOf(page)) === "Tone 2")
  await bar(page).getByRole("button", { name: "Next track" }).click()
  await eventually("and the next", async () => (await titleOf(page)) === "Delta" && (await time(page)) > 0.2)
  await seekBar(page).fill("40")
  await eventually("it is there", async () => (await time(page)) >= 40)
  await page.keyboard.press("Escape")
  // The position is saved every few seconds and when the page closes.
  await page.reload()
  await bar(page).waitFor()
  expect(await titleOf(page)).toBe("Delta")
  await eventually("it stands where it was", async () => (await time(page)) >= 40)
  await bar(page).getByRole("button", { name: "Play", exact: true }).waitFor()
  await bar(page).getByRole("button", { name: "Queue" }).click()
  expect(await queued(page)).toEqual(["Alpha", "Bravo", "Tone 2", "Delta", "Charlie"])
  await page.locator("body").press("Space")
  await bar(page).getByRole("button", { name: "Pause" }).waitFor()

  await bar(page).getByRole("button", { name: "Close the audio player" }).click()
  await bar(page).waitFor({ state: "detached" })
  await page.reload()
  await page.getByRole("heading", { level: 1 }).waitFor()
  expect(await bar(page).count()).toBe(0)
})

it("counts a play, scrolls the lyrics with playback, and fits on a phone", async () => {
  const { page } = await device(undefined, { viewport: { width: 390, height: 844 } })
  const id = (await trackNamed("Bravo"))!.id
  await page.goto(`/audio/${id}`)
  await page.getByRole("button", { name: "Mark as played" }).waitFor()
  await page.getByRole("button", { name: "Play", exact: true }).click()
  await bar(page).waitFor()
  expect(await judgeNow(page, "the bar on a phone")).toEqual([])
  await bar(page).getByRole("button", { name: "Show the player" }).click()
  const sheet = page.getByRole("dialog", { name: "Now playing" })
  await sheet.getByRole("tab", { name: "Lyrics" }).click()
  await sheet.getByRole("button", { name: "The line in the middle" }).click()
  await eventually("the line is the current one", async () =>
    sheet
      .getByRole("button", { name: "The line in the middle" })
      .evaluate((line) => (line as unknown as { ariaCurrent: string | null }).ariaCurrent === "true")
  )
  expect(await judgeNow(page, "the player on a phone")).toEqual([])
})

/**
 * A script that records the audio output of the page. It is a string, because these tests are compiled without the
 * browser's types.
 */
const LISTEN = `
  const connect = AudioNode.prototype.connect
  const late = [0, 0.5, 1, 1.5]
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode) {
      const { context } = target
      // Analyzes copies of the sound with delays of up to 1.5 s. A busy page may check the sound only every two
      // seconds. With the copies, it still notices the change of tracks.
      window.heard ??= late.map((delayTime) => new AnalyserNode(context, { fftSize: 32768 }))
      window.heard.forEach((heard, n) => {
        const line = new DelayNode(context, { delayTime: late[n], maxDelayTime: 2 })
        connect.call(this, line)
        connect.call(line, heard)
      })
    }
    return connect.call(this, target, ...rest)
  }
  const is = (level, wanted) => Math.abs(level - wanted) < 0.08
  // Looks for the change from the first tone to the second in the last two thirds of a second. Measures in milliseconds
  // how long there was silence, and how long both tones were audible.
  const look = () => {
    for (const heard of window.heard ?? []) {
      const samples = new Float32Array(heard.fftSize)
      heard.getFloatTimeDomainData(samples)
      const levels = []
      for (let at = 0; at < samples.length; at += 128)
        levels.push(Math.max(...samples.subarray(at, at + 128).map(Math.abs)))
      if (!is(levels[0], 0.6) || !is(levels.at(-1), 0.25)) continue
      const lasts = (which) => (levels.filter(which).length * 128_000) / heard.context.sampleRate
      window.joint ??= { silent: lasts((level) => level < 0.05), both: lasts((level) => level > 0.7) }
    }
  }
  setInterval(look, 50)`

it("plays two tracks without a gap", async () => {
  const opened = await device()
  await opened.context.addInitScript({ content: LISTEN })
  const { page } = opened
  await openList(page)
  await choose(page, "Tone 1", "Play all from here")
  await eventually("the second tone is heard", () => page.evaluate("window.joint !== undefined"))
  const joint = await page.evaluate<{ silent: number; both: number }>("window.joint")
  // If the second track started only after the end of the first track, it would be at least 60 ms late.
  expect(joint.silent).toBeLessThan(25)
  expect(joint.both).toBeLessThan(25)
  expect(await titleOf(page)).toBe("Tone 2")
  await eventually("it was played once", async () => (await trackNamed("Tone 1"))?.userState.playCount === 1)
})
