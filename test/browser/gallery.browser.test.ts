import { root } from "@media/testkit/product/Launcher"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { createServer, type ViteDevServer } from "vite"
import { afterAll, beforeAll, expect, it } from "vitest"
import { launch } from "./support/Browser.ts"
import { overflowOf, violations } from "./support/Axe.ts"
import { widths } from "./support/Judge.ts"

let browser: Browser
let server: ViteDevServer
let origin = ""
beforeAll(async () => {
  // The build excludes the component gallery, so Vite serves the gallery from its sources, without the product's
  // server.
  ;[browser, server] = await Promise.all([
    launch(),
    createServer({
      configFile: join(root, "apps/web/vite.config.ts"),
      server: { port: 0, host: "127.0.0.1", proxy: {}, hmr: false, ws: false, watch: null },
      logLevel: "error"
    }).then((made) => made.listen())
  ])
  origin = server.resolvedUrls?.local[0] ?? ""
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const user = {
  ...{ id: "00000000-0000-7000-8000-000000000000", username: "ada", displayName: "Ada", role: "member" },
  ...{ enabled: true, allowNsfw: false, showNsfw: false, mayCreateLibraries: false, libraryIds: [] },
  ...{ lastLoginAt: null, createdAt: "2026-01-01T00:00:00.000Z" }
}
const session = { ok: true, data: { needsSetup: false, user, settings: null } }

const overlays: ReadonlyArray<readonly [opener: string, role: "alertdialog" | "dialog" | "menu"]> = [
  ["Menu", "menu"],
  ["Choice", "menu"],
  ["Popover", "dialog"],
  ["Dialog", "dialog"],
  ["Wide dialog", "dialog"],
  ["Confirmation", "alertdialog"],
  ["Destructive confirmation", "alertdialog"],
  ["Confirmation in progress", "alertdialog"],
  ["Confirmation that fails", "alertdialog"],
  ["Unsaved changes", "alertdialog"]
]
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** Folder for screenshots. Set `GALLERY_PICTURES=/tmp/pictures` to save screenshots. */
const folder = process.env["GALLERY_PICTURES"]

it.each([1440, 390] as const)(
  "the component gallery is accessible in every state and theme at %i px",
  async (width) => {
    const context = await browser.newContext({ ...widths[width], reducedMotion: "reduce" })
    const page = await context.newPage()
    const problems: Array<string> = []
    page.on("pageerror", (fault) => problems.push(`page error: ${fault.message}`))
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`)
    })
    const judge = async (state: string, within?: string): Promise<void> => {
      const found = await violations(page, within)
      problems.push(...found.map((problem) => `${state}: ${problem}`))
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${state}-${width}.png`) })
    }
    await page.route(/\/api\//, (route) => route.fulfill({ json: session }))
    // Simulates the live connection. Without it, the page would treat itself as offline and disable controls that make
    // changes.
    await page.routeWebSocket(/\/api\/live/, (live) => {
      live.onMessage(() => live.send(`{"t":"hb","seq":0}`))
    })
    await page.goto(`${origin}__gallery`)
    await page.getByRole("heading", { name: "Lists" }).waitFor()
    // Transitions are disabled, because colors belong to neither theme while the theme changes, and hundreds of
    // transitions take seconds.
    await page.addStyleTag({ content: "* { transition: none !important }" })
    const height = await page.evaluate<number>("document.querySelector('main').scrollHeight")
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await judge(`rest, ${colorScheme}`)
      expect(await overflowOf(page)).toBe(0)
      await page.setViewportSize(widths[width].viewport)
      // Popups are checked only once per theme, because they have the same colors on a phone.
      if (width === 390 && colorScheme === "dark") continue
      for (const [opener, role] of overlays) {
        await press(page, opener)
        await page.getByRole(role).waitFor()
        await judge(`${opener}, ${colorScheme}`, `[role=${role}]`)
        await page.keyboard.press("Escape")
        await page.getByRole(role).waitFor({ state: "hidden" })
      }
    }
    await press(page, "Toasts")
    await page.getByText("Couldn’t save the title.").waitFor()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await judge(`toasts, ${colorScheme}`, "[role=status]")
    }
    if (width === 1440) {
      await page.getByRole("button", { name: "Tooltip" }).hover()
      await page.getByText("Describes what the button does").waitFor()
    }
    await context.close()
    expect(problems).toEqual([])
  }
)
