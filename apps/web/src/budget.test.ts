// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"

const dist = fileURLToPath(new URL("../dist", import.meta.url))
const KB = 1024

/** Returns the given chunks and all chunks that they import statically. */
const closure = (...roots: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    const text = readFileSync(join(dist, "assets", name), "utf8")
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) visit(imported!)
  }
  roots.forEach(visit)
  return seen
}
const gzipped = (names: Iterable<string>): number =>
  [...names].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(dist, "assets", name)), { level: 9 }).length,
    0
  )

/** These tests need a build (`npm run build`). */
describe.skipIf(!existsSync(join(dist, "index.html")))("the size of the web app", () => {
  const html = existsSync(join(dist, "index.html")) ? readFileSync(join(dist, "index.html"), "utf8") : ""
  const files = existsSync(join(dist, "assets")) ? readdirSync(join(dist, "assets")) : []
  const chunk = (start: string): string =>
    files.find((name) => name.startsWith(`${start}-`) && name.endsWith(".js"))!
  const entry = /src="\.\/assets\/([^"]+\.js)"/.exec(html)?.[1] ?? ""
  const first = () => closure(entry, chunk("HomePage"))
  const extra = (...names: ReadonlyArray<string>) =>
    [...closure(entry, ...names)].filter((name) => !closure(entry).has(name))

  it("loads at most 116 KB on the first visit to the home page", () => {
    expect(gzipped(first()) / KB).toBeLessThanOrEqual(116)
  })

  it("limits all style sheets together to 18 KB", () => {
    expect(gzipped(files.filter((name) => name.endsWith(".css"))) / KB).toBeLessThanOrEqual(18)
  })

  it("keeps the player within 134 KB and its worker within 42 KB", () => {
    expect(gzipped(extra(chunk("WatchPage"), chunk("hls"))) / KB).toBeLessThanOrEqual(134)
    expect(gzipped([chunk("hls.worker")]) / KB).toBeLessThanOrEqual(42)
  })

  it.each([
    "VideosPage",
    "VideoPage",
    "LibrariesPage",
    "LibraryPage",
    "SettingsPage",
    "AccountPage",
    "ImagesPage",
    "ImagePage",
    "TracksPage",
    "BooksPage",
    "SetupPage",
    "OperationsPage"
  ])("loads at most 48 KB for %s", (page) => {
    expect(gzipped(extra(chunk(page))) / KB).toBeLessThanOrEqual(48)
  })

  // Popovers (11 KB) and dialogs (13 KB) are not included, because they load when they open.
  it.each(["VideosPage", "ImagesPage", "TracksPage", "BooksPage"])("loads at most 22.6 KB for %s", (page) => {
    expect(gzipped(extra(chunk(page))) / KB).toBeLessThanOrEqual(22.6)
  })

  it.each([
    ["HomePage", 3],
    ["VideosPage", 5],
    ["VideoPage", 8],
    ["LibrariesPage", 5],
    ["OperationsPage", 7]
  ])("loads the scripts of %s in at most %i requests", (page, most) => {
    expect([...closure(entry, chunk(page))].length).toBeLessThanOrEqual(most)
  })

  describe("loading the font on the first visit", () => {
    const css = files
      .filter((name) => name.endsWith(".css"))
      .map((name) => readFileSync(join(dist, "assets", name), "utf8"))
      .join("")
    const faces = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, rules = ""]) => rules)
    const familyOf = (rules: string): string => /font-family:\s*"?([^";]+)/.exec(rules)?.[1] ?? ""

    it("uses a single font file and preloads the file in the page's head", () => {
      const preloads = [...html.matchAll(/<link rel="preload"[^>]*as="font"[^>]*>/g)].map(([link]) => link)
      expect(preloads).toHaveLength(1)
      // Without `crossorigin`, the browser would load the font a second time.
      expect(preloads[0]).toMatch(/ crossorigin[ />]/)
      const font = /href="\.\/assets\/([^"]+\.woff2)"/.exec(preloads[0]!)?.[1]
      expect(files.filter((name) => /\.(woff2?|ttf|otf)$/.test(name))).toEqual([font])
      expect(css).toContain(font)
    })

    it("shows a local font with the same metrics until the font has loaded", () => {
      const [loaded, ...substitutes] = faces
      expect(loaded).toMatch(/font-display:\s*swap/)
      expect(faces.filter((rules) => rules.includes("url("))).toEqual([loaded])
      expect(substitutes).toHaveLength(2)
      for (const rules of substitutes) {
        expect(rules).toMatch(/src:\s*local\(/)
        for (const measure of ["size-adjust", "ascent-override", "descent-override", "line-gap-override"])
          expect(rules, familyOf(rules)).toMatch(new RegExp(`${measure}:\\s*[\\d.]+%?`))
      }
      const [stack = ""] = /--font-sans:[^;}]*/.exec(css) ?? []
      const order = faces.map((rules) => stack.indexOf(familyOf(rules)))
      expect(Math.min(...order)).toBeGreaterThan(0)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    })
  })

  it("excludes the component gallery from the production build", () => {
    expect(files.filter((name) => /Gallery(Controls|Lists|Overlays|Words)/.test(name))).toEqual([])
    for (const name of files.filter((file) => file.endsWith(".js")))
      expect(readFileSync(join(dist, "assets", name), "utf8"), name).not.toContain("__gallery")
  })

  it("ships neither Effect nor code that the content security policy blocks", () => {
    for (const name of files.filter((file) => file.endsWith(".js"))) {
      const text = readFileSync(join(dist, "assets", name), "utf8")
      expect(text, name).not.toMatch(/effect\/Schema|@effect\/|effect\/ParseResult/)
      expect(text, name).not.toMatch(/\beval\(|createElement\("style"\)/)
    }
    expect(html).not.toMatch(/\sstyle="|\son\w+="/)
  })
})
