import { putVideo } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("movie-sets", async (fresh) => {
  const movies = [
    ["plain", "Alien (1979)"],
    ["tall", "Aliens (1986)"],
    ["webm", "Heat (1995)"]
  ] as const
  for (const [name, title] of movies) {
    await putVideo(fresh.media, name, `${title}/${title}.${name === "webm" ? "webm" : "mp4"}`)
    if (name !== "webm")
      writeFileSync(
        join(fresh.media, `${title}/movie.nfo`),
        `<movie><title>${title.slice(0, -7)}</title><set><name>Alien Collection</name></set></movie>`
      )
  }
  await addMovies(fresh)
  await eventually(
    "the set is known",
    async () => (await fresh.data<{ total: number }>("GET", "/api/video/movie-sets")).total === 1
  )
  await fresh.isScanned()
})

it("shows a set as one card that opens the movies in order", async () => {
  const { page } = await device()
  await page.goto("/movies")
  const movie = (name: string) => page.getByRole("link", { name, exact: true })
  const set = page.getByRole("region", { name: "Sets" })
  await set.getByText("2 movies · 1979–1986").waitFor()
  await movie("Aliens").waitFor()
  await set.getByRole("switch", { name: "Group sets" }).check()
  await movie("Aliens").waitFor({ state: "detached" })
  await movie("Heat").waitFor()
  expect(await violations(page)).toEqual([])
  await page.reload()
  await set.getByRole("switch", { name: "Group sets" }).waitFor()
  expect(await set.getByRole("switch", { name: "Group sets" }).isChecked()).toBe(true)
  await set.getByRole("link", { name: "Alien Collection", exact: true }).click()
  await movie("Alien").waitFor()
  await movie("Aliens").waitFor()
  await movie("Heat").waitFor({ state: "detached" })
  await set.waitFor({ state: "detached" })
})

it("compares the names in a library with what the library holds", async () => {
  const viewer = await device()
  viewer.expect(/^400 GET .*\/naming\?folder=Nowhere/)
  const { page } = viewer
  await page.goto("/tools/naming")
  await page.getByLabel("Names to check").selectOption({ label: "Movies" })
  await page.getByRole("button", { name: "Check names" }).click()
  await page.getByText("The library already classifies all of these videos in the same way.").waitFor()
  await page.getByLabel("Treat videos as").selectOption({ label: "Other videos" })
  await page.getByRole("button", { name: "Check names" }).click()
  await page.getByText("In the library: Movie · Heat").waitFor()
  await page.getByRole("switch", { name: "Show only differences (3)" }).click()
  expect(await violations(page)).toEqual([])
  await page.getByLabel(/^Folder in the library/).fill("Nowhere")
  await page.getByRole("button", { name: "Check names" }).click()
  await page.getByText("contains no videos of this library").waitFor()
})

it("shows what a naming change would do before the library is saved", async () => {
  const { page } = await device()
  await page.goto("/admin/libraries")
  await page.getByRole("button", { name: "Actions for Movies" }).click()
  await page.getByRole("menuitem", { name: "Edit" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Treat videos as").selectOption({ label: "Other videos" })
  await dialog.getByText("3 videos would change").waitFor()
  await dialog.getByText("Movies: 3 → 0").waitFor()
  await dialog.getByText("Movie · Heat → Video").waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Save" }).click()
  await eventually("the movies are videos", async () => {
    const { total } = await product().data<{ total: number }>("GET", "/api/video/movies")
    return total === 0
  })
})
