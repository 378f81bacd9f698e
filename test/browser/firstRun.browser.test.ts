import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Device, launch } from "./support/Browser.ts"
import { startProduct } from "./support/Fixture.ts"
import { basename } from "node:path"
import { putVideos } from "@media/testkit/seed/SampleVideos"
import type { Product } from "@media/testkit/product/Product"
import { admin } from "@media/testkit/seed/Accounts"
import { eventually, note } from "@media/testkit/product/Time"

let product: Product
let browser: Browser
let device: Device

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct("first"), launch()])
  await putVideos(product.media, ["plain", "webm", "foreign"])
  device = await Device.open(browser, product)
})
afterAll(async () => {
  await device?.close()
  await browser?.close()
  await product?.end()
})

describe("the first run", () => {
  it("leads from any URL through the setup to a library with videos", async () => {
    const { page } = device
    await page.goto("/videos?q=x")
    await page.waitForURL(/\/setup$/)

    await page.getByLabel("Username").fill(admin.username)
    await page.getByLabel("Password", { exact: true }).fill("short")
    await page.getByRole("button", { name: "Create account" }).click()
    await page
      .getByText(/at least 8 characters\.$/i)
      .first()
      .waitFor()
    await page.getByLabel("Password", { exact: true }).fill(admin.password)
    await page.getByRole("button", { name: "Create account" }).click()

    await page.getByRole("heading", { name: "Add your first library" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Add your first library" }).waitFor()
    await walkTo(product.media)
    expect(await page.getByLabel("Folder", { exact: true }).inputValue()).toBe(product.media)
    await page.getByText(/^3 videos in \d+ folders?$/).waitFor()
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(basename(product.media))
    const begin = performance.now()
    await page.getByRole("button", { name: "Add library" }).click()
    await page.evaluate("window.sameDocument = true")
    await page.getByText("3 videos found").waitFor()
    note("scan shown complete", performance.now() - begin)
    await page.getByRole("heading", { name: "Your library is ready" }).waitFor()
    await page.getByText("3 ready").waitFor()
    await page.getByRole("button", { name: "Open the library" }).click()
    await page.waitForURL(/\/videos$/)
    await page.getByRole("link", { name: /Harbour Lights/ }).waitFor()
    expect(await page.getByRole("main").locator("[data-main]").count()).toBe(3)
    expect(await page.evaluate("window.sameDocument")).toBe(true)
    expect(device.problems).toEqual([])
  })

  it("rejects a second setup", async () => {
    const { page } = device
    await page.goto("/setup")
    await page.waitForURL(/127\.0\.0\.1:\d+\/$/)
    const again = await page.request.post("/api/auth/setup", {
      data: { username: "eve", password: "another password" },
      headers: { origin: product.origin }
    })
    expect(again.status()).toBe(409)
  })
})

describe("a restart", () => {
  it("keeps the session, the videos, a rating and the settings", async () => {
    const { page } = device
    await page.goto("/videos")
    await page.getByRole("link", { name: /Harbour Lights/ }).click()
    const rated = page.waitForResponse((answer) => answer.request().method() === "PUT")
    await page.getByRole("radio", { name: "4 stars", exact: true }).check({ force: true })
    expect((await rated).status()).toBe(200)
    await page.goto("/admin/settings")
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH")
    await page.getByRole("radio", { name: /^Auto/ }).check()
    expect((await saved).status()).toBe(200)

    await page.goto("about:blank")
    const begin = performance.now()
    await product.stop()
    await product.run()
    note("stopped and started", performance.now() - begin)

    await page.goto("/admin/settings")
    await eventually("the setting is kept", () => page.getByRole("radio", { name: /^Auto/ }).isChecked())
    await page.goto("/videos")
    await page.getByRole("link", { name: /Harbour Lights/ }).click()
    await eventually("the rating is kept", () =>
      page.getByRole("radio", { name: "4 stars", exact: true }).isChecked()
    )
    expect(device.problems).toEqual([])
  })
})

/** Opens a folder in the folder browser, one level at a time from the root. */
const walkTo = async (path: string): Promise<void> => {
  const { page } = device
  const browser = page.getByRole("region", { name: "Folders on the server" })
  await browser.getByRole("button", { name: "Computer" }).click()
  for (const name of path.split("/").filter(Boolean)) {
    await browser.getByRole("listitem").getByRole("button", { name, exact: true }).click()
    await browser.locator("[aria-current]").filter({ hasText: name }).waitFor()
  }
}
