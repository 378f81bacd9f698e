import { describe, expect, it } from "vitest"
import { addMember, admin, member } from "@media/testkit/seed/Accounts"
import { useProduct } from "./support/Scenario.ts"
import { eventually } from "@media/testkit/product/Time"
import type { Page } from "playwright-core"

const { device, product, stranger } = useProduct("accounts", (fresh) =>
  addMember(fresh).then(() => undefined)
)

const signIn = async (page: Page, username: string, password: string): Promise<void> => {
  await page.getByLabel("Username").fill(username)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

describe("signing in", () => {
  it("rejects a wrong password, and opens the requested page after a correct one", async () => {
    const visitor = await stranger()
    visitor.expect(/^401 POST \/api\/auth\/login/)
    const { page } = visitor
    await page.goto("/account")
    await page.waitForURL(/\/login\?next=\/account$/)
    await page.reload()
    await signIn(page, admin.username, "wrong password")
    await page
      .getByRole("alert")
      .filter({ hasText: /password/i })
      .waitFor()
    await signIn(page, admin.username, admin.password)
    await page.waitForURL(/\/account$/)
    await page.getByRole("heading", { name: "Account" }).waitFor()
  })

  it.each(["//evil.example", "https://evil.example/", "/\\evil.example"])(
    "never redirects to another site: next=%s",
    async (next) => {
      const visitor = await stranger()
      const { page } = visitor
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await signIn(page, admin.username, admin.password)
      await page
        .getByRole("heading", { name: "Home", exact: true })
        .or(page.getByText(/no libraries yet/i))
        .first()
        .waitFor()
      expect(new URL(page.url()).origin).toBe(product().origin)
    }
  )

  it("counts down after too many attempts", async () => {
    const visitor = await stranger()
    visitor.expect(/^401 /, /^429 POST \/api\/auth\/login/)
    const { page } = visitor
    await page.goto("/login")
    // The first seven attempts are sent directly to the API, which is faster. Only the last two attempts test the page.
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await page.request.post("/api/auth/login", {
        data: { username: "unknown", password: "wrong" },
        headers: { origin: product().origin }
      })
    }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await signIn(page, "unknown", "wrong password")
      await page.getByRole("alert").waitFor()
    }
    const alert = page.getByRole("alert").filter({ hasText: /try again in/i })
    await alert.waitFor()
    const seconds = async () => Number(/in\s+(\d+)\s+second/.exec((await alert.textContent()) ?? "")?.[1])
    const first = await seconds()
    expect(first).toBeGreaterThan(60)
    await page.waitForTimeout(2_100)
    expect(await seconds()).toBeLessThan(first)
    expect(await page.getByRole("button", { name: "Sign in" }).getAttribute("aria-disabled")).toBe("true")
  })
})

describe("two devices", () => {
  it("closes the socket of a device that was signed out, and shows its sign-in page", async () => {
    const other = await device({ ...admin, deviceName: "Old tablet" })
    other.expect(/^401 GET/)
    const closed: Array<number> = []
    other.page.on("websocket", (socket) => socket.on("close", () => closed.push(Date.now())))
    await other.page.goto("/videos")
    await other.page.getByRole("heading", { name: "Videos", exact: true }).waitFor()

    const { page } = await device()
    await page.goto("/account")
    const row = page.getByRole("listitem").filter({ hasText: "Old tablet" })
    await row.getByRole("button", { name: "Sign out" }).click()
    const question = page.getByRole("alertdialog", { name: /Old tablet/ })
    await question.getByRole("button", { name: "Sign out" }).click()
    await row.waitFor({ state: "detached" })

    await other.page.waitForURL(/\/login\?next=\/videos$/)
    await eventually("its socket closes", () => closed.length > 0)
  })
})

describe("a reading app", () => {
  it("gets a key that is shown only once and works until it is revoked", async () => {
    const { page } = await device()
    await page.goto("/account")
    const section = page.getByRole("region", { name: "Reading apps" })
    await section.getByText(`${product().origin}/koreader`).waitFor()
    await section.getByRole("button", { name: "Create key" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("App or device").fill("Kobo in the kitchen")
    await dialog.getByRole("button", { name: "Create key" }).click()
    const key = (await dialog.getByRole("region", { name: "Key" }).textContent())?.trim() ?? ""
    await dialog.getByRole("button", { name: "Done" }).click()
    const status = async () => {
      const authorization = `Basic ${Buffer.from(`${admin.username}:${key}`).toString("base64")}`
      return (await fetch(`${product().origin}/opds`, { headers: { authorization } })).status
    }
    expect(await status()).toBe(200)
    const row = section.getByRole("listitem").filter({ hasText: "Kobo in the kitchen" })
    await row.getByRole("button", { name: "Revoke" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click()
    // The rest of the page is hidden from assistive technology until the dialog has closed.
    await page.getByRole("alertdialog").waitFor({ state: "detached" })
    await row.waitFor({ state: "detached" })
    expect(await status()).toBe(401)
  })
})

describe("users without permission", () => {
  it("cannot open the operations page", async () => {
    const guest = await device(member)
    await guest.page.goto("/ops")
    await guest.page.getByRole("heading", { name: "No access", level: 1 }).waitFor({ state: "attached" })
    expect(await guest.page.getByRole("link", { name: "Operations" }).count()).toBe(0)
    const answer = await guest.page.request.get("/api/jobs")
    expect(answer.status()).toBe(403)

    const visitor = await stranger()
    await visitor.page.goto("/ops")
    await visitor.page.waitForURL(/\/login\?next=\/ops$/)
  })
})
