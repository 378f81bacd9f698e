import { propose } from "@media/features/metadata/proposals/propose"
import { putVideo, titles } from "@media/testkit/seed/SampleVideos"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("identify", async (fresh) => {
  await putVideo(fresh.media, "plain", `${titles.plain}.mp4`)
  await putVideo(fresh.media, "webm", `${titles.webm}.webm`)
  await addMovies(fresh)
  await fresh.isScanned()
})

/** Stores a result in the same way as a metadata source. */
const offer = (id: string, Title: string, confidence: number) =>
  product().onStore(
    propose({
      ...{ source: { kind: "scraper", id: "fake", name: "Fake DB" }, target: { kind: "video", id } },
      ...{ action: "sceneByURL", matchType: "url", confidence },
      scraped: {
        fields: { Title, Details: "Ships in the night.", Date: "2024-05-31", Rating: "many" },
        urls: [],
        relations: { Tags: [{ fields: { Name: "Sea" }, urls: [], relations: {} }] }
      }
    })
  )

it("reviews results with the keyboard and undoes accepted results", async () => {
  const [plain, webm] = [await product().videoId(titles.plain), await product().videoId(titles.webm)]
  await offer(plain, "Harbor Lights", 95)
  await offer(webm, "Night Boat", 60)
  const { page } = await device()
  await page.goto("/identify")
  const review = page.getByRole("article")
  await review.getByRole("radiogroup", { name: "Title" }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press("j")
  await page.getByRole("article", { name: titles.webm }).waitFor()
  await page.keyboard.press("x")
  await page.getByText("Rejected", { exact: true }).last().waitFor()
  await page.getByRole("article", { name: titles.plain }).waitFor()

  const description = review.getByRole("radiogroup", { name: "Description" })
  const taken = description.getByRole("radio", { name: /Use the proposed/ })
  expect(await taken.isChecked()).toBe(true)
  const rows = await review.getByRole("radiogroup").all()
  const names = await Promise.all(rows.map((row) => row.getAttribute("aria-label")))
  await page.keyboard.press(String(names.indexOf("Description") + 1))
  expect(await taken.isChecked()).toBe(false)
  await page.keyboard.press(String(names.indexOf("Title") + 1))
  await page.keyboard.press(String(names.indexOf("Title") + 1))
  await page.keyboard.press("e")
  await page.getByLabel("Edit Title").fill("Harbor Lights at Night")
  await page.keyboard.press("Enter")
  await page.keyboard.press("a")
  await page.getByText("No results to review").waitFor()

  await page.getByRole("button", { name: "Accepted" }).click()
  await expect
    .poll(async () => (await product().data<{ title: string }>("GET", `/api/videos/${plain}`)).title)
    .toBe("Harbor Lights at Night")
  await page.reload()
  await page.getByRole("article").getByRole("button", { name: "Undo" }).click()
  await expect
    .poll(async () => (await product().data<{ title: string }>("GET", `/api/videos/${plain}`)).title)
    .toBe(titles.plain)
})
