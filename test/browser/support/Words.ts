import type { Page, Response } from "playwright-core"

/**
 * Collects every string that the server sent to a page in responses and over the live connection. These strings are
 * data that is not translated.
 */
export class Heard {
  readonly #texts = new Set<string>()
  #pending: Array<Promise<void>> = []

  listen(page: Page): void {
    page.on("response", (answer) => void this.#pending.push(this.#read(answer)))
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => this.#add(parsed(String(payload))))
    )
  }

  add(...texts: ReadonlyArray<string>): void {
    for (const text of texts) this.#texts.add(text)
  }

  async texts(): Promise<ReadonlyArray<string>> {
    await Promise.all(this.#pending)
    this.#pending = []
    return [...this.#texts]
  }

  async #read(answer: Response): Promise<void> {
    if (!(answer.headers()["content-type"] ?? "").includes("json")) return
    // The response of a page that the user has closed is no longer available.
    this.#add(parsed(await answer.text().catch(() => "")))
  }

  #add(value: unknown): void {
    if (typeof value === "string") this.#texts.add(value.replace(/\s+/g, " ").trim())
    else if (typeof value === "object" && value !== null)
      for (const part of Object.values(value)) this.#add(part)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const accents: Readonly<Record<string, string>> = {
  ...{ a: "á", e: "é", i: "í", o: "ó", u: "ú", c: "ç", n: "ñ", s: "š", z: "ž" },
  ...{ A: "Á", E: "É", I: "Í", O: "Ó", U: "Ú", C: "Ç", N: "Ñ", S: "Š", Z: "Ž" }
}
/**
 * Returns a pattern that finds an English text on a page in a pseudo-locale. A pseudo-locale adds accents to the
 * letters and a suffix to the text. `^` and `$` match the beginning and the end of the text.
 */
export const spoken = (words: string): RegExp =>
  new RegExp(
    words.replace(/[aeioucnsz]/gi, (letter) => `[${letter}${accents[letter]}]`).replace(/\$$/, "[ ō]*$")
  )

/**
 * Script that returns the untranslated and clipped text of a page. A pseudo-locale replaces each of the letters in
 * `plain` with an accented letter. If a text contains only unaccented letters, it was therefore not translated.
 */
const INSPECT = `(heard) => {
  const plain = /[aeioucnsz]/i
  const accented = /[áéíóúçñšžō]/i
  const units = /^(?:[<>]?\\s*[\\d.,:/×%\\s–+−-]*(?:ms|s|m|min|h|hr|sec|d|p|K|B|KB|MB|GB|Mbit|kbit|kHz)?[\\s/]*)*$/
  const dates = /^(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\w* \\d|\\d+ \\w+ ago|yesterday|in \\d|this minute|now$|last |[\\d.,]+ (?:second|minute|hour)s?$|\\d{1,2}:\\d{2}(?::\\d{2})?\\s[AP]M$)/
  // Names that are the same in every language.
  const names = /^(?:oshash|pHash|NVIDIA NVENC|Intel Quick Sync|VA-API|Apple VideoToolbox|Node\\.js [\\d.]+|(?:linux|darwin|win32) \\w+)$/
  // The short form of a season and episode number.
  const episodes = /^S\\d+ E\\d+(?:[-–]\\d+)?$/
  const isData = (text) => units.test(text) || episodes.test(text) || dates.test(text) || names.test(text) || heard.some((said) => said.includes(text) || (said.length > 3 && text.endsWith("/" + said)))
  const isSeen = (element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
  const name = (element) => element.tagName.toLowerCase() + "." + String(element.className.baseVal ?? element.className).split(" ").slice(0, 5).join(".")
  const found = new Set()
  if (!/^en-X/.test(document.documentElement.lang)) found.add("the pseudo-locale is not set")
  const check = (text, element, where) => {
    const words = text.replace(/\\s+/g, " ").trim()
    if (words === "" || !plain.test(words) || accented.test(words) || isData(words)) return
    if (words.split(/ · | \\/ |, /).every((part) => isData(part.trim()))) return
    // The console shows the name of a file before its folder.
    const isFileBeforeFolder = (at) => isData(words.slice(at + 1) + "/" + words.slice(0, at))
    if ([...words.matchAll(/ /g)].some((space) => isFileBeforeFolder(space.index))) return
    found.add("untranslated " + where + " " + JSON.stringify(words.slice(0, 90)) + " in " + name(element))
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element.closest("script, style, noscript, kbd, pre, code, [lang=en]") && isSeen(element)) check(node.textContent, element, "text")
  }
  for (const element of document.querySelectorAll("body *")) {
    if (!isSeen(element)) continue
    for (const attribute of ["title", "aria-label", "aria-description", "aria-valuetext", "placeholder", "alt", "data-tip"])
      if (element.hasAttribute(attribute) && !element.closest("[lang=en]")) check(element.getAttribute(attribute), element, attribute)
    const style = getComputedStyle(element)
    const isControl = element.matches("button, a, label, select, [role=tab], [role=menuitem], [role=option], h1, h2, h3, legend, dt, th, [role=columnheader]")
    if (!isControl || element.clientWidth === 0 || style.textOverflow === "ellipsis" || style.display === "inline") continue
    if (element.closest(".sr-only") || style.clipPath !== "none" || element.querySelector(".truncate, [class*=line-clamp]")) continue
    if (element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "auto" && style.overflowX !== "scroll")
      found.add("clipped " + element.scrollWidth + " > " + element.clientWidth + " " + JSON.stringify((element.textContent || element.ariaLabel || "").trim().slice(0, 60)) + " in " + name(element))
  }
  const overflow = document.documentElement.scrollWidth - innerWidth
  if (overflow > 0) found.add(overflow + " px wider than the window")
  for (const element of document.querySelectorAll("main *, [role=dialog], [role=dialog] *, [role=menu], header *")) {
    if (!isSeen(element) || element.closest(".sr-only, svg")) continue
    const box = element.getBoundingClientRect()
    if (box.width === 0 || (box.right <= innerWidth + 1 && box.left >= -1)) continue
    if (element.parentElement.closest("[class*=overflow]:not(main)") || element.closest("[class*=translate]")) continue
    found.add("outside the window: " + name(element) + " from " + Math.round(box.left) + " to " + Math.round(box.right))
  }
  return [...found]
}`

const FLIP = "document.documentElement.dir = document.documentElement.dir === 'rtl' ? 'ltr' : 'rtl'"

/** Returns the untranslated and clipped text of a page in a pseudo-locale, in both text directions. */
export const judgeWords = async (page: Page, heard: Heard): Promise<ReadonlyArray<string>> => {
  const judge = async () =>
    page.evaluate<ReadonlyArray<string>>(`(${INSPECT})(${JSON.stringify(await heard.texts())})`)
  let here = await judge()
  if (here.length > 0) {
    // Checks the page again a moment later, because it may already show a text that the test has not received yet.
    await page.waitForTimeout(300)
    here = await judge()
  }
  await page.evaluate(FLIP)
  let there = (await judge()).filter((problem) => !here.includes(problem))
  if (there.length > 0) {
    // Checks the page again, because a script positions the cells of a list one frame later.
    await page.waitForTimeout(300)
    there = (await judge()).filter((problem) => !here.includes(problem))
  }
  await page.evaluate(FLIP)
  return [...here, ...there.map((problem) => `the other way round: ${problem}`)]
}
