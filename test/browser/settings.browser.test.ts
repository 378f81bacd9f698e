import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { eventually } from "@media/testkit/product/Time"
import { addMember, admin, member } from "@media/testkit/seed/Accounts"
import { putVideos } from "@media/testkit/seed/SampleVideos"
import { addMovies } from "./support/Fixture.ts"
import { judgePage, widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

let library = ""
const { device, stranger } = useProduct("settings", async (fresh) => {
  await addMember(fresh)
  await putVideos(fresh.media, ["plain", "webm", "corrupt"])
  library = await addMovies(fresh)
  await fresh.isScanned()
})

/** Returns the sum of the layout shifts until the page is stable. */
const shiftOf = async (page: Page, route: string): Promise<number> => {
  await page.addInitScript(`window.shift = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value)))
      .observe({ type: "layout-shift", buffered: true })`)
  await page.goto(route)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForLoadState("networkidle")
  await page.waitForTimeout(300)
  return page.evaluate<number>("window.shift")
}
const newest = "a wholly new horse"

describe("the user's own account", () => {
  it("can change its password, which signs out all other devices", async () => {
    const other = await device({ ...member, deviceName: "Old tablet" })
    other.expect(/^401 /)
    await other.page.goto("/account")
    const { page, ...here } = await device(member)
    await page.goto("/account")
    await page.getByLabel("Current password").fill(member.password)
    await page.getByLabel("New password").fill(newest)
    await page.getByRole("button", { name: "Change password" }).click()
    await page.getByText("Password changed. Your other devices were signed out.").waitFor()
    await other.page.waitForURL(/\/login\?next=\/account$/)
    await page.reload()
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor()
    expect(here.problems).toEqual([])

    const visitor = await stranger()
    visitor.expect(/^401 /)
    await visitor.page.goto("/login")
    await eventually("the focus is in the first field", async () =>
      visitor.page.evaluate<boolean>(`document.activeElement?.getAttribute("name") === "username"`)
    )
    await visitor.page.getByLabel("Username").fill(member.username)
    for (const password of [member.password, newest]) {
      await visitor.page.getByLabel("Password", { exact: true }).fill(password)
      await visitor.page.getByRole("button", { name: "Sign in" }).click()
      if (password === member.password) await visitor.page.getByText("Wrong username or password.").waitFor()
    }
    await visitor.page.waitForURL(/127\.0\.0\.1:\d+\/$/)
  })

  it("can sign out all other devices with one button", async () => {
    const others = [
      await device({ ...admin, deviceName: "Phone" }),
      await device({ ...admin, deviceName: "TV" })
    ]
    for (const other of others) {
      other.expect(/^401 /)
      await other.page.goto("/account")
    }
    const { page } = await device()
    await page.goto("/account")
    await page.getByText("This device").waitFor()
    await page
      .getByText(/this computer · signed in /)
      .first()
      .waitFor()
    await page.getByRole("button", { name: "Sign out all other devices" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click()
    for (const other of others) await other.page.waitForURL(/\/login/)
    await eventually("one device is left", async () => (await page.getByText(/ · signed in /).count()) === 1)
    expect(await page.getByRole("button", { name: "Sign out all other devices" }).count()).toBe(0)
  })

  it("keeps its name and theme after a reload, without flashing the other theme", async () => {
    const { page } = await device()
    await page.goto("/account")
    await page.getByLabel("Display name").fill("Ada Lovelace")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Display name saved").waitFor()
    await page.getByRole("button", { name: "Light", exact: true }).click()
    await page.addInitScript(`addEventListener("DOMContentLoaded", () =>
      (window.firstTheme = document.documentElement.dataset.theme))`)
    await page.reload()
    expect(await page.getByLabel("Display name").inputValue()).toBe("Ada Lovelace")
    expect(await page.evaluate("window.firstTheme")).toBe("light")
  })
})

describe("settings", () => {
  it("rejects an invalid number with a clear message, and shows the previous number again", async () => {
    const { page } = await device()
    await page.goto("/admin/settings")
    await page.getByRole("link", { name: "Jobs" }).click()
    const field = page.getByRole("spinbutton", { name: "Parallel jobs per queue" })
    const before = await field.inputValue()
    await field.fill("99")
    await page.getByText("Enter a number from 1 to 16.").waitFor()
    await field.blur()
    expect(await field.inputValue()).toBe(before)
    expect(await page.getByText("Enter a number from 1 to 16.").count()).toBe(0)
    await page.getByRole("button", { name: "Increase Parallel jobs per queue" }).click()
    await page.getByRole("status").filter({ hasText: "Saved" }).waitFor()
    await page.reload()
    await eventually("it is kept", async () => (await field.inputValue()) === String(Number(before) + 1))
  })

  it.each([
    "/admin/settings",
    "/admin/settings/jobs",
    "/admin/settings/system",
    "/admin/libraries",
    "/account"
  ])("does not shift %s while the page loads", async (route) => {
    const { page } = await device()
    expect(await shiftOf(page, route)).toBeLessThan(0.02)
  })
})

describe("a library", () => {
  it("lists its problems, and its files sorted by any column", async () => {
    const { page } = await device()
    await page.goto("/admin/libraries")
    await page.getByText("1 unreadable").waitFor()
    await page.getByRole("link", { name: "Show" }).click()
    await page.waitForURL(new RegExp(`${library}\\?scanResult=failed$`))
    await page.getByLabel("Result").selectOption("")
    const sizes = page.getByRole("columnheader", { name: "Size" })
    await sizes.getByRole("button").click()
    expect(await sizes.getAttribute("aria-sort")).toBe("ascending")
    await sizes.getByRole("button").click()
    await page.waitForURL(/sort=-size/)
    expect(await sizes.getAttribute("aria-sort")).toBe("descending")
  })

  it("asks for confirmation before a changed form is closed", async () => {
    const { page } = await device()
    await page.goto("/admin/libraries?add=1")
    const form = page.getByRole("dialog", { name: "Add a library" })
    await form.getByLabel("Name", { exact: true }).fill("Half typed")
    await page.keyboard.press("Escape")
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" })
    await question.getByRole("button", { name: "Keep editing" }).click()
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("Half typed")
    await form.getByRole("button", { name: "Cancel" }).click()
    await question.getByRole("button", { name: "Discard changes" }).click()
    await form.waitFor({ state: "detached" })
  })
})

describe.each(["dark", "light"] as const)("pages and dialogs, %s", (colorScheme) => {
  it.each([1440, 390] as const)("is accessible and fits at %i px", async (width) => {
    const viewer = await device(undefined, { ...widths[width], colorScheme, reducedMotion: "reduce" })
    const { page } = viewer
    const problems: Array<string> = []
    const judge = async (name: string): Promise<void> => {
      problems.push(...(await judgePage(page)).map((problem) => `${name}: ${problem}`))
    }
    for (const route of ["/admin/settings/jobs", "/admin/settings/system", "/account", "/whats-new"]) {
      await page.goto(route)
      await judge(route)
    }
    await page.getByText("Technical notes").first().click()
    await judge("technical notes")
    await page.goto(`/admin/libraries/${library}`)
    await page.getByRole("row").nth(1).waitFor()
    await judge("library")
    await page.getByRole("button", { name: "Actions for Movies" }).click()
    await page.getByRole("menuitem", { name: "Edit" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Browse folders" }).click()
    await page.getByText(/^3 videos in/).waitFor()
    await judge("edit a library")
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByRole("button", { name: "Actions for Movies" }).click()
    await page.getByRole("menuitem", { name: "Delete" }).click()
    await page.getByRole("alertdialog", { name: "Delete “Movies”?" }).waitFor()
    await judge("delete a library")
    expect(problems).toEqual([])
  })
})
