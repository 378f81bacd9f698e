import { eventually } from "@media/testkit/product/Time"
import { putPoster } from "@media/testkit/seed/SampleFiles"
import { putVideo } from "@media/testkit/seed/SampleVideos"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const season = "Harbor Lights (2010)/Season 1/Harbor Lights"
const files = [
  ["plain", `${season} - S01E01 - Pilot.mp4`],
  ["webm", `${season} - S01E02 - Snow.webm`],
  ["foreign", `${season} - S01E04 - The Cave.mp4`],
  ["tall", "Harbor Lights (2010)/Season 2/Harbor Lights - S02E01 - Home.mp4"],
  ["webm", "Harbor Lights (2010)/Season 1/extras/On set.webm"],
  ["tall", "Apollo 13.mp4"],
  ["long", "Dunes (2021)/Dunes (2021).mp4"]
] as const

interface Rows {
  readonly items: ReadonlyArray<{ readonly id: string; readonly title: string }>
}

interface Posters {
  readonly items: ReadonlyArray<{
    readonly picture: { readonly url: string; readonly width: number; readonly height: number } | null
  }>
}

const { device, product } = useProduct("series", async (fresh) => {
  for (const [name, path] of files) await putVideo(fresh.media, name, path)
  writeFileSync(
    join(fresh.media, "Dunes (2021)/movie.nfo"),
    '<movie><title>Dunes of Time</title><plot>Sand.</plot><uniqueid type="imdb">tt1160419</uniqueid></movie>'
  )
  await putPoster(join(fresh.media, "Harbor Lights (2010)/poster.jpg"))
  await addMovies(fresh)
  await eventually(
    "series are known",
    async () => (await fresh.data<Rows>("GET", "/api/video/episodes?status=ready")).items.length === 4,
    90_000
  )
  await fresh.isScanned()
})
const seriesId = async (): Promise<string> =>
  (await product().data<Rows>("GET", "/api/video/series")).items[0]!.id

describe("series", () => {
  it("opens a series with its seasons, and keeps the season's tab in the URL", async () => {
    const { page } = await device()
    await page.goto("/series")
    await page.getByRole("link", { name: "Harbor Lights" }).click()
    await page.getByRole("link", { name: "Play S1 E1", exact: true }).waitFor()
    await page.getByText("Episode 3 is missing").waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole("tab", { name: "Season 2" }).click()
    await page.waitForURL(/\/season\/2$/)
    await page.getByRole("heading", { name: "1. Home" }).waitFor()
    await page.goto(`/series/${await seriesId()}`)
    await page.getByRole("heading", { name: "1. Home" }).waitFor()
  })

  it("shows the extras of its seasons, and plays an extra", async () => {
    const { page } = await device()
    await page.goto(`/series/${await seriesId()}`)
    const extra = page.getByRole("link", { name: /On set/ })
    await extra.first().waitFor()
    expect(await page.getByText("Season 1 ·").count()).toBeGreaterThan(0)
    await extra.first().click()
    await page.waitForURL(/\/watch\//)
  })

  it("marks episodes as watched with the keyboard, and undoes this", async () => {
    const { page } = await device()
    await page.goto(`/series/${await seriesId()}/season/1`)
    await page.getByRole("heading", { name: "1. Pilot" }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("w")
    await page.getByRole("link", { name: "Play S1 E2", exact: true }).waitFor()
    await page.getByText("1 of 3 watched").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("link", { name: "Play S1 E1", exact: true }).waitFor()
  })

  it("continues with the next episode in full-screen mode until Esc is pressed", async () => {
    const { page } = await device()
    await page.goto(`/series/${await seriesId()}/season/1`)
    await page.getByRole("link", { name: "Play S1 E1", exact: true }).click()
    await page.waitForURL(/\/watch\//)
    const next = page.getByRole("region", { name: "Up next" })
    await expect.poll(() => page.evaluate("document.querySelector('video')?.readyState >= 2")).toBe(true)
    await page.keyboard.press("f")
    await expect.poll(() => page.evaluate("document.fullscreenElement !== null")).toBe(true)
    await page.evaluate("document.querySelector('video').currentTime = 25")
    await next.getByText("S1 E2 · Snow").waitFor()
    await page.keyboard.press("Escape")
    await next.waitFor({ state: "detached" })
    expect(page.url()).toMatch(/\/watch\//)
    const first = page.url()
    await page.keyboard.press("Shift+N")
    await page.waitForURL((url) => url.href !== first)
    expect(await page.evaluate("document.fullscreenElement !== null")).toBe(true)
  })

  it("explains why a file is an episode, and lets the user correct its number", async () => {
    const { page } = await device()
    await page.goto(`/series/${await seriesId()}/season/1`)
    await page.getByRole("button", { name: "More actions for 4. The Cave" }).click()
    await page.getByRole("menuitem", { name: "Why is this an episode?" }).click()
    const dialog = page.getByRole("dialog", { name: "Why is this an episode?" })
    await dialog.getByText("season 1, episode 4").waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel("Episode", { exact: true }).fill("3")
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "3. The Cave" }).waitFor()
  })
})

it("shows the poster in the folder of a series", async () => {
  const picture = await eventually("the poster is shown", async () => {
    const { items } = await product().data<Posters>("GET", "/api/video/series")
    return items[0]?.picture?.height === 600 ? items[0].picture : false
  })
  expect(picture).toMatchObject({ width: 400, url: expect.stringMatching(/^\/api\/video\/series\//) })
})

describe("movies", () => {
  it("shows a grid of movies, and a page that plays a movie", async () => {
    const { page } = await device()
    await page.goto("/movies")
    await page.getByRole("link", { name: "Dunes of Time", exact: true }).click()
    await page.getByText("2021").first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Technical details" }).click()
    await page.getByRole("heading", { name: "Technical details" }).waitFor()
    await page.getByRole("link", { name: "Play", exact: true }).click()
    await page.waitForURL(/\/watch\//)
  })
})

describe("movies", () => {
  it("shows where a movie's details come from, and resets an edited title", async () => {
    const { page } = await device()
    const { items } = await product().data<Rows>("GET", "/api/video/movies")
    const movie = items.find(({ title }) => title === "Dunes of Time")!
    await page.goto(`/movies/${movie.id}?edit`)
    const link = page.getByRole("link", { name: "IMDb: tt1160419" })
    expect(await link.getAttribute("href")).toBe("https://www.imdb.com/title/tt1160419/")
    const sources = page.getByRole("region", { name: "Where these details come from" })
    await sources.getByText("NFO file movie.nfo").first().waitFor()
    await page.getByRole("textbox", { name: "Title" }).fill("My dunes")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "My dunes" }).first().waitFor()
    await page.goto(`/movies/${movie.id}?edit`)
    await sources.getByText(/^Edited by /).waitFor()
    expect(await violations(page)).toEqual([])
    await sources.getByRole("button", { name: "Reset to: NFO file movie.nfo (Title)" }).click()
    await page.getByRole("heading", { name: "Dunes of Time" }).first().waitFor()
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Dunes of Time")
  })
})

// This test must run after the tests above, because it adds a series.
it("merges a series that is listed twice, and separates it again with undo", async () => {
  const duplicate = "Harbour Lights/Season 3/Harbour Lights"
  await putVideo(product().media, "plain", `${duplicate} - S03E01 - Gale.mp4`)
  const [library] = (await product().data<Rows>("GET", "/api/libraries")).items
  await product().data("POST", `/api/libraries/${library!.id}/scan`)
  const duplicateId = await eventually("both series are listed", async () => {
    const { items } = await product().data<Rows>("GET", "/api/video/series")
    return items.find(({ title }) => title === "Harbour Lights")?.id ?? false
  })
  const viewer = await device()
  const { page } = viewer
  // The undo removes the season that the page shows.
  viewer.expect(/404 GET \/api\/video\/seasons\//)
  await page.goto(`/series/${duplicateId}`)
  await page.getByRole("heading", { name: "1. Gale" }).waitFor()
  await page.getByRole("button", { name: "More actions", exact: true }).click()
  await page.getByRole("menuitem", { name: "Merge into another series…" }).click()
  const dialog = page.getByRole("dialog", { name: "Merge Harbour Lights into another series" })
  await dialog.getByRole("radio", { name: "Harbor Lights" }).check()
  await dialog.getByText("1 episode moves").waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Merge", exact: true }).click()
  await page.getByText("Harbour Lights merged into Harbor Lights").waitFor()
  await page.getByRole("heading", { name: "Harbor Lights", exact: true }).waitFor()
  await page.getByRole("tab", { name: "Season 3" }).waitFor()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("tab", { name: "Season 3" }).waitFor({ state: "detached" })
  const restored = await product().data<Rows>("GET", "/api/video/series")
  expect(restored.items.map(({ title }) => title).toSorted()).toEqual(["Harbor Lights", "Harbour Lights"])
})

it("turns a video into a movie with one click", async () => {
  const { page } = await device()
  await page.goto(`/videos/${await product().videoId("Apollo 13")}`)
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: "Is this a movie or an episode?" }).click()
  const dialog = page.getByRole("dialog", { name: "Why is this neither a movie nor an episode?" })
  await dialog.getByRole("button", { name: "Movie: Apollo 13" }).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Movie: Apollo 13" }).click()
  await eventually("the video is a movie", async () => {
    const { items } = await product().data<Rows>("GET", "/api/video/movies")
    return items.some(({ title }) => title === "Apollo 13")
  })
})
