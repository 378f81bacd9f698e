// Pictures and accessibility of pages: `node dev/look.mjs <base url> <out folder> [route …]`.
import { mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { chromium } from "playwright-core"

const [base, out, ...wanted] = process.argv.slice(2)
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const routes = wanted.length > 0 ? wanted : ["/"]
const only = process.env.LOOK ?? ""
mkdirSync(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync"
  ]
})
for (const colorScheme of ["dark", "light"]) {
  for (const [name, viewport, hasTouch] of [
    ["wide", { width: 1440, height: 900 }, false],
    ["phone", { width: 390, height: 844 }, true]
  ]) {
    if (only && !`${colorScheme}-${name}`.includes(only)) continue
    const context = await browser.newContext({
      viewport,
      hasTouch,
      isMobile: hasTouch,
      colorScheme,
      bypassCSP: false
    })
    const page = await context.newPage()
    page.on(
      "console",
      (message) =>
        ["error", "warning"].includes(message.type()) &&
        process.stdout.write(`  console ${message.type()}: ${message.text().slice(0, 300)}\n`)
    )
    page.on("pageerror", (fault) => process.stdout.write(`  PAGE ERROR: ${fault.stack}\n`))
    for (const route of routes) {
      await page.goto(base + route)
      await page.waitForTimeout(Number(process.env.WAIT ?? 900))
      const file = `${out}/${route.replace(/[^a-z0-9]+/gi, "_")}-${colorScheme}-${name}.png`
      await page.screenshot({ path: file })
      const session = await context.newCDPSession(page)
      await session.send("Runtime.evaluate", { expression: axe })
      const result = await page.evaluate(async () => {
        const { violations } = await window.axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        })
        const small = [...document.querySelectorAll("a, button, input, select")].filter((element) => {
          const box = element.getBoundingClientRect()
          return (
            box.width > 0 &&
            matchMedia("(pointer: coarse)").matches &&
            box.height < 40 &&
            getComputedStyle(element).opacity !== "0"
          )
        })
        return {
          overflow: document.documentElement.scrollWidth - innerWidth,
          inner: [...document.querySelectorAll("main *")].filter(
            (element) =>
              element.getBoundingClientRect().right > innerWidth + 1 &&
              getComputedStyle(element).position !== "absolute" &&
              !element.closest("[class*=overflow]:not(main)")
          ).length,
          styles: document.querySelectorAll("style").length,
          elements: document.querySelectorAll("*").length,
          small: small
            .slice(0, 5)
            .map(
              (element) =>
                `${element.tagName} ${element.textContent.trim().slice(0, 20) || element.ariaLabel}`
            ),
          violations: violations.map(
            (found) =>
              `${found.id}: ${found.nodes
                .slice(0, 3)
                .map((node) => node.target.join(" ") + " " + (node.any[0]?.message ?? "").slice(0, 140))
                .join(" | ")}`
          )
        }
      })
      process.stdout.write(
        `${colorScheme} ${name} ${route} overflow=${result.overflow}/${result.inner} styles=${result.styles} dom=${result.elements} small=${JSON.stringify(result.small)} axe=${result.violations.length}\n`
      )
      for (const violation of result.violations) process.stdout.write(`  ${violation}\n`)
    }
    await context.close()
  }
}
await browser.close()
