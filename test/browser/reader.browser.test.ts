import { madeEpub } from "@media/books/testing/MadeBooks"
import { madePdf } from "@media/books/testing/MadePdf"
import { eventually } from "@media/testkit/product/Time"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, expect, it } from "vitest"
import { violations } from "./support/Axe.ts"
import { widths } from "./support/Judge.ts"
import { useProduct } from "./support/Scenario.ts"

/**
 * Paths that were requested from a server on another origin. The book must not be able to send requests to this server.
 */
const asked: Array<string> = []
let outside: Server
afterAll(() => outside?.close())

/** A book that tries to run scripts, load files, send requests and navigate away. */
const hostile = (e: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title>
  <meta http-equiv="refresh" content="0;url=${e}/refresh"/><base href="${e}/base/"/>
  <link rel="stylesheet" href="${e}/link.css"/><script src="${e}/script.js"></script>
  <style>@import url(${e}/import.css); body { background: url(${e}/style.png) }</style></head>
  <body onload="top.hacked = 1"><h1>The first chapter</h1><script>top.hacked = 1; fetch("${e}/fetch")</script>
  <img src="${e}/img.png" onerror="top.hacked = 1"/><img src="x.png" onerror="top.hacked = 1"/>
  <iframe src="${e}/iframe"></iframe><object data="${e}/object"></object><video src="${e}/video.mp4" autoplay="autoplay"></video>
  <form action="${e}/form"><input name="q" autofocus="autofocus"/><button>Send</button></form>
  <svg xmlns="http://www.w3.org/2000/svg"><script>top.hacked = 1</script><image href="${e}/svg.png"/></svg>
  <p><a href="${e}/link">A link that leads out</a> <a href="javascript:top.hacked=1">and one that runs</a></p>
  ${"<p>Some years ago, never mind how long precisely, having little or no money in my purse.</p>".repeat(60)}</body></html>`

let epub = ""
let pdf = ""
const { device, product } = useProduct("reader", async (fresh) => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? "")
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve))
  const folder = join(fresh.media, "shelf")
  mkdirSync(folder, { recursive: true })
  const item = (id: string, href: string, more = "") =>
    `<item id="${id}" href="${href}" media-type="application/xhtml+xml"${more}/>`
  const book = madeEpub({
    metadata: "<dc:title>The Whale</dc:title>",
    manifest: item("n", "nav.xhtml", ' properties="nav"') + item("a", "a.xhtml") + item("b", "b.xhtml"),
    rest: '<spine><itemref idref="a"/><itemref idref="b"/></spine>',
    files: [
      {
        name: "OEBPS/a.xhtml",
        content: hostile(`http://127.0.0.1:${(outside.address() as AddressInfo).port}`)
      },
      {
        name: "OEBPS/b.xhtml",
        content: `<body><h1 id="c">The carpet-bag</h1>${"<p>Thar she blows.</p>".repeat(200)}</body>`
      },
      {
        name: "OEBPS/nav.xhtml",
        content:
          '<nav epub:type="toc"><ol><li><a href="a.xhtml">Loomings</a></li><li><a href="b.xhtml#c">The carpet-bag</a></li></ol></nav>'
      }
    ]
  })
  writeFileSync(join(folder, "whale.epub"), book)
  writeFileSync(
    join(folder, "engine.pdf"),
    madePdf(5, { title: "The Engine", author: "Ada Lovelace; Charles Babbage" })
  )
  await fresh.addLibrary({ name: "Shelf", contents: ["books"], folder })
  interface Listed {
    readonly items: ReadonlyArray<{
      readonly id: string
      readonly format: string | null
      readonly picture: unknown
    }>
  }
  await eventually(
    "books are read, and the PDF has its cover",
    async () => {
      const { items } = await fresh.data<Listed>("GET", "/api/books")
      epub = items.find(({ format }) => format === "epub")?.id ?? ""
      pdf = items.find(({ format, picture }) => format === "pdf" && picture)?.id ?? ""
      return epub !== "" && pdf !== ""
    },
    60_000
  )
})

/**
 * Console messages about requests of the book that the browser blocks. The last one is about a script of this test,
 * which the sandbox blocks too.
 */
const refused = [
  /404 GET .*x\.png/,
  /Loading the stylesheet 'data:,' violates/,
  /Blocked script execution in .* because the document's frame is sandboxed/
]

const positionOf = async (id: string) =>
  product().data<{ readonly fraction: number; readonly page: number | null }>(
    "GET",
    `/api/books/${id}/progress`
  )
const isAt = (
  what: string,
  id: string,
  reached: (position: Awaited<ReturnType<typeof positionOf>>) => boolean
) => eventually(what, async () => reached(await positionOf(id)))
const text = (page: Page) => page.frameLocator("iframe")
/**
 * Waits until the heading is inside the visible part of the frame. The pages of a book are columns, and the other
 * columns are outside of it.
 */
const isSeen = (page: Page, heading: string) =>
  eventually(`${heading} is on the page`, async () => {
    const box = await text(page).getByRole("heading", { name: heading }).boundingBox()
    return box !== null && box.x >= 0 && box.x < (page.viewportSize()?.width ?? 0)
  })

it("shows an EPUB page by page, and keeps the position and the bookmarks", async () => {
  const reader = await device()
  const { page } = reader
  reader.expect(...refused)
  await page.goto(`/books/${epub}`)
  await page.getByRole("link", { name: "Read" }).click()
  await isSeen(page, "The first chapter")
  expect(await violations(page)).toEqual([])
  await page.keyboard.press("ArrowRight")
  await isAt("the second page is kept", epub, ({ fraction }) => fraction > 0.01 && fraction < 0.7)
  const { fraction: second } = await positionOf(epub)

  await page.keyboard.press("b")
  await page.getByRole("button", { name: "Add a bookmark here" }).click()
  await page.getByRole("listitem").getByRole("button", { name: "Loomings" }).waitFor()
  await page.getByRole("tab", { name: "Contents" }).click()
  await page.getByRole("button", { name: "The carpet-bag" }).click()
  await isSeen(page, "The carpet-bag")
  await isAt("the chapter is kept", epub, ({ fraction }) => fraction > second + 0.1)
  await page.getByRole("tab", { name: "Search" }).click()
  await page.getByRole("textbox", { name: "Search in the book" }).fill("never mind HOW long")
  await page.keyboard.press("Enter")
  await page.getByText("60 results").waitFor()
  await page.getByRole("tab", { name: "Bookmarks" }).click()
  await page.getByRole("listitem").getByRole("button", { name: "Loomings" }).click()
  await isAt(
    "the bookmark is kept as the position",
    epub,
    ({ fraction }) => Math.abs(fraction - second) < 0.02
  )

  // Opens the book on another device, a phone.
  const phone = await device(undefined, widths[390])
  phone.expect(...refused)
  await phone.page.goto(`/books/${epub}/read`)
  await text(phone.page).getByText("Some years ago").first().waitFor({ state: "attached" })
  expect(await violations(phone.page)).toEqual([])
  await phone.page.keyboard.press("End")
  await page.getByText("Test is at 100%").waitFor()
  await page.getByRole("button", { name: "Go there" }).click()
  await isSeen(page, "The carpet-bag").catch(() => undefined)

  expect(asked).toEqual([])
  expect(await page.evaluate("window.hacked")).toBeUndefined()
  expect(page.url()).toContain(`/books/${epub}/read`)
  // Closing the book returns to the previous page.
  await page.getByRole("button", { name: "Close", exact: true }).click()
  await page.getByRole("button", { name: "Back", exact: true }).click()
  await page.waitForURL(`**/books/${epub}`)
})

it("shows a PDF page by page, and keeps the position", async () => {
  const { page } = await device()
  await page.goto(`/books/${pdf}`)
  await page.getByRole("link", { name: "Ada Lovelace" }).waitFor()
  await page.getByRole("link", { name: "Read" }).click()
  await page.getByText("1 of 5").first().waitFor()
  await page.keyboard.press("/")
  await page.getByRole("textbox", { name: "Search in the book" }).fill("page 4")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Page 4" }).click()
  await eventually(
    "the words are marked in the list and on the page",
    async () => (await page.locator("mark").count()) === 2
  )
  expect(await violations(page)).toEqual([])
  await page.getByRole("button", { name: "Close" }).click()
  await page.keyboard.press("End")
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowRight")
  await isAt("the page is kept", pdf, (position) => position.page === 2 || position.page === 3)
  const width = "document.querySelector('main img')?.naturalWidth ?? 0"
  await eventually("the page is shown", async () => Number(await page.evaluate(width)) > 400)
})
