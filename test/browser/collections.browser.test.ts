import { putVideos, titles } from "@media/testkit/seed/SampleVideos"
import { eventually } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { judgeNow } from "./support/Axe.ts"
import { addMovies } from "./support/Fixture.ts"
import { useProduct } from "./support/Scenario.ts"

const { device, product } = useProduct("collections", async (fresh) => {
  await putVideos(fresh.media, ["plain", "webm", "foreign"])
  await addMovies(fresh)
  await eventually("the scan begins", async () => (await fresh.videoId(titles.webm)) !== "", 60_000)
  await fresh.isScanned()
})

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const dialog = (page: Page) => page.getByRole("dialog").first()
const line = (page: Page) =>
  dialog(page).getByRole("combobox", { name: "Type conditions, or add them one by one." })
const chip = (page: Page, sentence: string) => page.getByRole("group", { name: sentence, exact: true })
const items = (page: Page, name: string) => page.getByRole("list", { name, exact: true }).locator("> li")
const create = (body: object) => product().data<{ id: string }>("POST", "/api/collections", body)

const openNew = async (page: Page): Promise<void> => {
  await page.goto("/collections")
  await page.getByRole("button", { name: "New collection" }).first().click()
  await dialog(page).getByLabel("Name").waitFor()
}

it("builds a rule with the mouse, as text and as chips, with a count before saving", async () => {
  const { page } = await device()
  await openNew(page)
  await dialog(page).getByLabel("Name").fill("Harbors")
  await dialog(page).getByRole("combobox", { name: "Items are chosen" }).selectOption({ label: "By a rule" })
  await line(page).fill("title:harbour")
  await chip(page, "Title contains harbour").waitFor()
  await dialog(page).getByRole("status").filter({ hasText: "1 item matches" }).waitFor()
  await page.getByRole("button", { name: "Change operator: contains" }).click()
  await page.getByRole("option", { name: "does not contain", exact: true }).click()
  await chip(page, "Title does not contain harbour").waitFor()
  expect(await line(page).inputValue()).toBe("title!:harbour")
  await dialog(page).getByRole("status").filter({ hasText: "2 items match" }).waitFor()
  await dialog(page).getByRole("button", { name: "Create", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: /Harbors/ }).waitFor()
  await eventually("two items", async () => (await items(page, "Harbors").count()) === 2)
})

it("builds a rule with the keyboard, and shows the difference from the saved rule", async () => {
  const { id } = await create({ name: "By keys", text: "title:harbour" })
  const { page } = await device()
  await page.goto(`/collections/${id}`)
  await page.getByRole("button", { name: "Edit", exact: true }).focus()
  await page.keyboard.press("Enter")
  await line(page).focus()
  await page.keyboard.press("End")
  await page.keyboard.type(" OR title:codec")
  await dialog(page).getByRole("status").filter({ hasText: "1 more than saved" }).waitFor()
  await dialog(page).getByRole("button", { name: "Save", exact: true }).focus()
  await page.keyboard.press("Enter")
  await dialog(page).waitFor({ state: "detached" })
  await eventually("both items", async () => (await items(page, "By keys").count()) === 2)
})

it("explains why an item is in a collection, and shows added and removed items", async () => {
  const { id } = await create({ name: "Explained", text: "tag:calm title:harbour" })
  await product().data("PATCH", `/api/videos/${await product().videoId(titles.plain)}`, { tags: ["calm"] })
  await eventually("the members are stored", async () => {
    const changes = await product().data<ReadonlyArray<unknown>>("GET", `/api/collections/${id}/changes`)
    return changes.length > 0
  })
  const { page } = await device()
  await page.goto(`/collections/${id}`)
  await page.getByRole("button", { name: "Why is this here?" }).click()
  await dialog(page)
    .getByRole("status")
    .filter({ hasText: /^In because: / })
    .waitFor()
  expect(await judgeNow(page, "why")).toEqual([])
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "+1 −0 this week" }).click()
  await page.getByText("1 added and 0 removed this week").waitFor()
  await page.getByText(/People, studio or tags of the item changed, by/).waitFor()
  expect(await judgeNow(page, "changes")).toEqual([])
})

it("orders the items of a collection with buttons, and finds collections in the palette", async () => {
  const itemIds = await Promise.all([titles.plain, titles.webm].map((title) => product().videoId(title)))
  await create({ name: "Ordered by hand", itemIds })
  const { page } = await device()
  await page.goto("/")
  await page.getByRole("heading", { level: 1 }).first().waitFor()
  await page.keyboard.press("Control+k")
  await page.getByRole("combobox", { name: "Search everything" }).fill("ordered by")
  await page.getByRole("option", { name: /Ordered by hand/ }).waitFor()
  await page.keyboard.press("Enter")
  const list = items(page, "Ordered by hand")
  await list.first().getByText(titles.plain).first().waitFor()
  await list.first().getByRole("button", { name: "Move forward" }).click()
  await list.first().getByText(titles.webm).first().waitFor()
  await page.reload()
  await list.first().getByText(titles.webm).first().waitFor()
})

it("is usable and accessible on a phone", async () => {
  const { page } = await device(undefined, phone)
  await openNew(page)
  await dialog(page).getByLabel("Name").fill("On a phone")
  await dialog(page).getByRole("combobox", { name: "Items are chosen" }).selectOption({ label: "By a rule" })
  await dialog(page).getByRole("button", { name: "Recently added" }).click()
  await dialog(page).getByRole("status").filter({ hasText: "3 items match" }).waitFor()
  expect(await judgeNow(page, "builder")).toEqual([])
  await dialog(page).getByRole("button", { name: "Create", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: /On a phone/ }).waitFor()
  expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true)
})

it("selects all items of a collection, of every kind, and adds them to the favorites", async () => {
  const { id } = await create({ name: "Everything", text: "type:(movie, video)" })
  const { page } = await device()
  await page.goto(`/collections/${id}`)
  await page.getByRole("heading", { level: 1, name: /Everything/ }).waitFor()
  const { total } = await product().data<{ total: number }>("GET", `/api/collections/${id}`)
  await page.getByRole("button", { name: "More actions" }).first().click()
  await page.getByRole("menuitem", { name: "Select all items" }).click()
  const bar = page.getByRole("region", { name: "Selection" })
  await bar.getByText(`All ${total} selected`).waitFor()
  await bar.getByRole("button", { name: "Favorite", exact: true }).click()
  const question = page.getByRole("alertdialog", { name: `Add ${total} items to your favorites?` })
  await question.getByRole("button", { name: `Add ${total} items` }).click()
  await page.getByText(`${total} items changed`).waitFor()
  await bar.waitFor({ state: "detached" })
})
