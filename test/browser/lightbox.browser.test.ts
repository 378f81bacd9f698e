import { madeArchive } from "@media/archives/testing/MadeArchive"
import { sharp } from "@media/pictures/Sharp"
import { eventually } from "@media/testkit/product/Time"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

const names = ["Alder", "Birch", "Cedar"]
const photo = (background: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .withExif({
      IFD0: { Model: "Box 9" },
      IFD2: { DateTimeOriginal: "2024:05:31 12:30:05", FNumber: "28/10" }
    })
    .toBuffer()

const { device, product } = useProduct("lightbox", async (fresh) => {
  const folder = join(fresh.media, "photos")
  mkdirSync(folder, { recursive: true })
  for (const [index, name] of names.entries())
    writeFileSync(join(folder, `${name}.jpg`), await photo(["#883322", "#228833", "#223388"][index]!))
  const pages = await Promise.all(["#883388", "#888833"].map(photo))
  const entries = [
    { name: "Page 10.jpg", content: pages[1]! },
    { name: "Page 2.jpg", content: pages[0]! },
    { name: "Page 12.tif", content: await sharp(pages[0]).tiff().toBuffer() }
  ]
  writeFileSync(join(fresh.media, "Comic.cbz"), madeArchive({ entries }))
  writeFileSync(join(folder, "Unknown.psd"), Buffer.from("8BPS", "latin1"))
  await fresh.addLibrary({ name: "Photos", contents: ["images"], folder: fresh.media })
  await eventually(
    "pictures are made",
    async () => {
      const { items } = await fresh.data<Listed>("GET", "/api/images")
      return items.filter(({ picture, pictureFailure }) => picture ?? pictureFailure).length === 7
    },
    60_000
  )
  await eventually(
    "folder and archive are galleries",
    async () => (await fresh.data<Listed>("GET", "/api/galleries?status=ready")).items.length === 2,
    60_000
  )
})
interface Listed {
  readonly items: ReadonlyArray<{
    readonly id: string
    readonly picture: unknown
    readonly pictureFailure: string | null
  }>
}

it("browses images with keys and touch, and then restores the focus", async () => {
  const { page } = await device()
  await page.goto("/images?sort=title&order=asc")
  // The list omits unreadable files, but shows how many there are.
  await page.getByText("1 file could not be read.").waitFor()
  const card = page.getByRole("link", { name: "Birch" })
  await card.click()
  const box = page.getByRole("dialog", { name: "Birch" })
  await box.waitFor()
  await box.getByRole("button", { name: "Next photo" }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press("ArrowRight")
  await page.getByRole("dialog", { name: "Cedar" }).waitFor()
  await page.getByRole("button", { name: "Previous photo" }).waitFor()
  await page.keyboard.press("ArrowLeft")
  await box.waitFor()
  const strip = box.getByRole("navigation", { name: "Nearby photos" })
  expect(await strip.getByRole("button").count()).toBe(6)
  await strip.getByRole("button", { name: "Alder" }).click()
  await page.getByRole("dialog", { name: "Alder" }).waitFor()
  await page.getByRole("button", { name: "Birch" }).click()
  await box.waitFor()
  // True if the photo is rotated by 90°. Its box is then narrower than the height of the window.
  const isOnSide = () =>
    page.evaluate<boolean>("document.querySelector('[role=dialog] img').clientWidth < innerHeight")
  expect(await isOnSide()).toBe(false)
  await page.keyboard.press("r")
  await eventually("the photo is on its side", isOnSide)
  for (let quarter = 0; quarter < 3; quarter += 1) await page.keyboard.press("r")
  await page.keyboard.press("+")
  await box.getByText("Zoom 150%").waitFor({ state: "attached" })
  await page.keyboard.press("0")
  await page.keyboard.press("i")
  const facts = box.getByRole("complementary", { name: "About this photo" })
  await facts.getByText("Box 9").waitFor()
  await facts.getByText("f/2.8").waitFor()
  await facts.getByText("600 × 400").waitFor()
  for (const { viewport } of Object.values(widths)) {
    await page.setViewportSize(viewport)
    expect(await violations(page)).toEqual([])
  }
  await page.keyboard.press("Escape")
  await box.waitFor({ state: "detached" })
  await page.waitForURL(/\/images\?sort=title&order=asc$/)
  expect(await page.evaluate("document.activeElement?.textContent?.trim()")).toBe("Birch")
})

it("explains why it cannot display an image", async () => {
  const { page } = await device()
  const { items } = await product().data<{ items: ReadonlyArray<{ id: string; title: string }> }>(
    "GET",
    "/api/images?q=Unknown"
  )
  await page.goto(`/images/${items[0]!.id}/view`)
  await page.getByRole("alert").getByText("This server does not decode Photoshop pictures.").waitFor()
  await page.getByRole("button", { name: "Close" }).click()
  await page.waitForURL(/\/images$/)
})

it("opens galleries that were created from a folder and from an archive", async () => {
  const { page } = await device()
  await page.goto("/galleries?sort=title&order=asc")
  await page.getByRole("link", { name: "photos", exact: true }).waitFor()
  await page.getByRole("link", { name: "Comic" }).click()
  await page.getByRole("heading", { name: "Comic" }).first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole("link", { name: "Page 2, 1 of 3" }).click()
  const box = page.getByRole("dialog", { name: "Page 2" })
  await box.getByRole("button", { name: "Next photo" }).waitFor()
  await page.keyboard.press("ArrowRight")
  await page.getByRole("dialog", { name: "Page 10" }).waitFor()
  await eventually("the picture", () =>
    page.evaluate<boolean>("document.querySelector('[role=dialog] img:not(.opacity-0)')?.naturalWidth > 0")
  )
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Arrange" }).click()
  await page.getByRole("button", { name: "Move forward" }).first().click()
  await page.getByRole("link", { name: "Page 10, 1 of 3" }).waitFor()
})

it("reads a gallery as a comic, including pages in unsupported formats", async () => {
  const { page } = await device()
  await page.goto("/galleries?sort=title&order=asc")
  await page.getByRole("link", { name: "Comic" }).click()
  await page.getByRole("link", { name: "Read as a comic" }).click()
  await page.getByText("1 of 3").first().waitFor()
  await page.keyboard.press("End")
  await page.getByRole("img", { name: "Page 3 of 3" }).waitFor()
  const width = "document.querySelector('main img')?.naturalWidth ?? 0"
  await eventually("the page is shown", async () => Number(await page.evaluate(width)) === 600)
  await page.getByRole("button", { name: "Back" }).click()
  await page.getByRole("heading", { name: "Comic" }).first().waitFor()
})

it("rates, downloads and deletes the displayed image", async () => {
  const viewer = await device()
  // The page may still request the removed image before it shows the next image.
  viewer.expect(/^404 GET \/api\/images\//)
  const { page } = viewer
  const { items } = await product().data<Listed>("GET", "/api/images?q=Alder")
  const { id } = items[0]!
  await page.goto(`/images/${id}/view`)
  const favorite = page.getByRole("button", { name: "Add to favorites" })
  await favorite.waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press("f")
  await page.getByRole("button", { name: "Remove from favorites" }).waitFor()
  await page.keyboard.press("4")
  await eventually("the rating is saved", async () => {
    const { userState } = await product().data<{ userState: { rating: number; isFavorite: boolean } }>(
      "GET",
      `/api/images/${id}`
    )
    return userState.rating === 80 && userState.isFavorite
  })
  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download the original" }).click()
  expect((await downloading).suggestedFilename()).toBe("Alder.jpg")
  await page.keyboard.press("Delete")
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await page.waitForURL((address) => !address.pathname.includes(id))
  expect((await product().data<Listed>("GET", "/api/images?q=Alder")).items).toEqual([])
})
