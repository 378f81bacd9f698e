import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Product } from "@media/testkit/product/Product"
import { admin } from "@media/testkit/seed/Accounts"
import { putVideos } from "@media/testkit/seed/SampleVideos"
import { Device, launch } from "./support/Browser.ts"
import { startProduct } from "./support/Fixture.ts"
import { judgePage, widths } from "./support/Judge.ts"

let product: Product
let browser: Browser
let device: Device

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct("setup"), launch()])
  await putVideos(product.media, ["plain", "webm", "corrupt"])
  device = await Device.open(browser, product)
})
afterAll(async () => {
  await device?.close()
  await browser?.close()
  await product?.end()
})

const heading = (name: string) => device.page.getByRole("heading", { level: 1, name }).waitFor()
const focused = () =>
  device.page.evaluate<string>(
    `(document.activeElement?.tagName ?? "") + " " + (document.activeElement?.textContent ?? "").trim()`
  )
/** Returns the problems of the page on a desktop and on a phone. */
const judged = async (): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  for (const width of [390, 1440] as const) {
    await device.page.setViewportSize(widths[width].viewport)
    problems.push(...(await judgePage(device.page)).map((problem) => `${width}: ${problem}`))
  }
  return problems
}

describe("the setup", () => {
  it("focuses the first field, and marks all missing fields at once", async () => {
    const { page } = device
    await page.goto("/")
    await heading("Create your admin account")
    expect(await page.evaluate("document.activeElement.name")).toBe("username")
    await page.getByRole("button", { name: "Create account" }).click()
    await page.getByText("Enter a username.").waitFor()
    await page.getByText("Use at least 8 characters.", { exact: true }).waitFor()
    expect(await judged()).toEqual([])
  })

  it("explains which characters a username may contain", async () => {
    const { page } = device
    device.expect(/^400 POST \/api\/auth\/setup/)
    await page.getByLabel("Username").fill("ad min!")
    await page.getByLabel("Password", { exact: true }).fill(admin.password)
    await page.getByRole("button", { name: "Create account" }).click()
    await page.getByText(/^May contain only letters, digits and/).waitFor()
    await page.getByLabel("Username").fill(admin.username)
    expect(await page.getByText(/^May contain only letters/).count()).toBe(0)
    await page.getByRole("button", { name: "Create account" }).click()
    await heading("Add your first library")
    expect(await focused()).toBe("H1 Add your first library")
  })

  it("resumes after the user has left the page", async () => {
    const { page } = device
    await page.goto("/account")
    await heading("Account")
    await page.goto("/admin/libraries")
    await page.getByRole("link", { name: "Continue setup" }).click()
    await heading("Add your first library")
    await page.reload()
    await heading("Add your first library")
    expect(await judged()).toEqual([])
  })

  it("shows an unusable folder at its field until the user types another folder", async () => {
    const { page } = device
    device.expect(/^400 (GET|POST) \/api\/libraries/)
    const field = page.getByLabel("Folder", { exact: true })
    await field.fill("/no such folder")
    await page
      .getByText(/does not exist\.$/)
      .first()
      .waitFor()
    await page.getByRole("button", { name: "Add library" }).click()
    await page.locator("input[aria-invalid=true]").waitFor()
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    await field.fill(product.media)
    expect(await field.getAttribute("aria-invalid")).toBeNull()
    await page.getByText(/^3 videos in/).waitFor()
    expect(await page.getByText(/does not exist\.$/).count()).toBe(0)
    await page.getByRole("button", { name: "Add library" }).click()
    await heading("Your library is ready")
    expect(await focused()).toMatch(/^H1 (Scanning your library|Your library is ready)$/)
    await page.locator("main li img").first().waitFor()
    expect(await judged()).toEqual([])
  })

  it("resumes at the current step in another browser", async () => {
    const other = await Device.signedIn(browser, product)
    await other.page.goto("/setup")
    await other.page.getByRole("heading", { name: "Your library is ready" }).waitFor()
    await other.page.getByRole("button", { name: "Add another library" }).click()
    await other.page.getByRole("heading", { name: "Your libraries" }).waitFor()
    await other.page.getByRole("listitem").filter({ hasText: "media" }).waitFor()
    expect(await other.close()).toEqual([])
  })

  it("ends with the numbers of ready and unreadable files", async () => {
    const { page } = device
    await page.getByText("2 ready · 1 could not be read · Show").waitFor()
    expect(await judged()).toEqual([])
    await page.getByRole("button", { name: "Show" }).click()
    await page.waitForURL(/\/admin\/libraries\/[^/]+\?scanResult=failed$/)
    await page.getByRole("row").filter({ hasText: "Unreadable" }).first().waitFor()
    await page.goto("/setup")
    await page.waitForURL(/127\.0\.0\.1:\d+\/$/)
    expect(device.problems).toEqual([])
  })
})
