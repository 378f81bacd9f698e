import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page
} from "playwright-core"
import { existsSync } from "node:fs"
import type { Product } from "@media/testkit/product/Product"
import { admin } from "@media/testkit/seed/Accounts"

/**
 * Chromium's headless shell, which has no windows. The `filterBar` tests take 69 s with the shell, and 138 s with the
 * full browser (Chromium 156).
 */
const SHELL = "/usr/bin/chromium-headless-shell"
const CANDIDATES = [SHELL, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
/**
 * Features that Playwright disables. They are repeated here, because our list of disabled features replaces
 * Playwright's list.
 */
const disabledByPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch"
]
/**
 * Features that draw Chromium's own toolbar as a web page. The toolbar is invisible in tests, but its process used 0.9
 * s of CPU time for each device (Chromium 156).
 */
const toolbar = [
  "InitialWebUI",
  "PreloadTopChromeWebUI",
  "WebUIBackForwardButton",
  "WebUIHomeButton",
  "WebUILocationBar",
  "WebUIReloadButton",
  "WebUISplitTabsButton",
  "WebUIToolbar"
]
const flags = [
  `--disable-features=${[...disabledByPlaywright, ...toolbar].join(",")}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required"
]

export const launch = (): Promise<Browser> => {
  const executablePath = process.env["CHROMIUM_PATH"] ?? CANDIDATES.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error("Chromium is needed: install it or set CHROMIUM_PATH")
  const isShell = executablePath.endsWith("headless-shell")
  return chromium.launch({ executablePath, args: isShell ? flags : [...flags, "--headless=new"] })
}

// A script that reports violations of the content security policy. It is a string, because these tests are compiled
// without the browser's types.
const REPORT_VIOLATIONS = `addEventListener("securitypolicyviolation", (event) =>
  console.error("CSP violation: " + event.violatedDirective + " " + event.blockedURI))`

/**
 * Expected error responses. Each pattern is matched against "status method path", such as `/401/` or `/404
 * .*\/source/`.
 */
export type Expected = ReadonlyArray<RegExp>

export interface Account {
  readonly username: string
  readonly password: string
  readonly deviceName?: string
}

/** A simulated device with its own cookies and storage. It collects the problems of its pages. */
export class Device {
  /** Devices that are currently open. Their state is printed when a test fails. */
  static readonly opened = new Set<Device>()
  readonly context: BrowserContext
  readonly page: Page
  readonly problems: Array<string> = []
  readonly #origin: string
  /**
   * Errors that are always expected: a preference that was never set returns 404, and the app then uses its default.
   */
  readonly #expected: Array<RegExp> = [/^404 GET (\/\w+)*\/api\/ui-prefs\/[\w-]+$/]

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context
    this.page = page
    this.#origin = origin
    this.watch(page)
    Device.opened.add(this)
  }

  static async open(
    browser: Browser,
    product: Product,
    options: BrowserContextOptions = {}
  ): Promise<Device> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: "dark",
      // Animations are turned off, because a machine without a graphics card draws each of their frames on the CPU.
      reducedMotion: "reduce",
      baseURL: product.origin,
      ...options
    })
    context.setDefaultTimeout(60_000)
    await context.addInitScript({ content: REPORT_VIOLATIONS })
    return new Device(context, await context.newPage(), product.origin)
  }

  /** Opens a device that is signed in through the API, which sets the same cookie as the form. */
  static async signedIn(
    browser: Browser,
    product: Product,
    who: Account = admin,
    options: BrowserContextOptions = {}
  ): Promise<Device> {
    const device = await Device.open(browser, product, options)
    const answer = await device.context.request.post("/api/auth/login", {
      data: { client: "browser test", deviceName: "Test", ...who },
      headers: { origin: product.origin }
    })
    if (!answer.ok()) throw new Error(`login: ${answer.status()} ${await answer.text()}`)
    return device
  }

  /** Adds responses and console messages that are expected from now on. */
  expect(...answers: Expected): void {
    this.#expected.push(...answers)
  }

  watch(page: Page): void {
    page.on("pageerror", (fault) => this.problems.push(`page error: ${fault.stack ?? fault.message}`))
    page.on("console", (message) => {
      // The console message of a failed request is ignored, because the response listener already reports the request.
      if (
        message.type() !== "error" ||
        /Failed to load resource|WebSocket connection to/.test(message.text())
      )
        return
      const line = `console: ${message.text()}`
      if (!this.#expected.some((expected) => expected.test(line))) this.problems.push(line)
    })
    page.on("response", (answer) => {
      if (answer.status() < 400 || !answer.url().startsWith(this.#origin)) return
      const line = `${answer.status()} ${answer.request().method()} ${answer.url().slice(this.#origin.length)}`
      if (!this.#expected.some((expected) => expected.test(line))) this.problems.push(`answer: ${line}`)
    })
  }

  /** Returns the address, the first 600 characters of visible text, and the problems of each page. */
  async describe(): Promise<string> {
    const pages = await Promise.all(
      this.context.pages().map(async (page) => {
        const text = await page
          .locator("body")
          .innerText({ timeout: 2000 })
          .catch((error: Error) => error.message)
        return `  [page] ${page.url()}: ${text.replaceAll(/\s+/g, " ").slice(0, 600)}`
      })
    )
    return [...pages, ...this.problems.map((problem) => `  [problem] ${problem}`)].join("\n")
  }

  /** Closes the device and returns its problems. */
  async close(): Promise<ReadonlyArray<string>> {
    Device.opened.delete(this)
    await this.context.close()
    return this.problems
  }
}
