import { describe, expect, it } from "vitest"
import { cleanDocument, cleanDrawing } from "./CleanDocument.ts"
import { cleanStyle } from "./CleanStyle.ts"

const drawing = (text: string) =>
  cleanDrawing(text, "a/b.svg")
    .replace(/^<\?xml[^>]*>\n/, "")
    .trim()

describe("limits on the size of styles", () => {
  const attribute = (length: number) => `a:(${"x".repeat(length - 4)})`
  it("empties style attributes that are longer than 64 KiB", () => {
    const [at, above] = [64 * 1024, 64 * 1024 + 1].map((length) =>
      cleanDocument(`<p style="${attribute(length)}">x</p>`, "a")
    )
    expect([at!.includes("xxx"), above!.includes("xxx")]).toEqual([true, false])
    expect(above).toContain('<p style="">x</p>')
  })

  it("tokenizes at most 1 MiB of style attributes per document", () => {
    const many = (style: string, count: number) => `<p style="${style}">x</p>`.repeat(count)
    const costly = cleanDocument(many(attribute(16 * 1024), 100), "a")
    expect(costly.match(/xxx\)"/g)).toHaveLength(64)
    const plain = cleanDocument(many(`color:${"r".repeat(16 * 1024)}`, 100), "a")
    expect(plain.match(/rrr"/g)).toHaveLength(100)
  })

  it("keeps at most 256 KiB of style elements per document", () => {
    const text = cleanDocument(
      `<head><style>${"b".repeat(200_000)}</style><style>${"c".repeat(200_000)}</style></head>`,
      "a"
    )
    expect(text.split("b").length).toBeGreaterThan(200_000)
    expect((text.match(/c+(?=<\/style>)/g) ?? [""])[0]).toHaveLength(256 * 1024 - 200_000)
  })
})

it.each(["((((", "a1:b1;a2:b2;", "url(x)", "@charset ", "{", "'", "a("])(
  "cleans a long style of repeated %s in linear time",
  (part) => {
    const cpuOf = (length: number) => {
      const style = part.repeat(length / part.length)
      const before = process.cpuUsage()
      // Some kernels measure CPU time in steps of 4 ms or more, so repeat the run until it can be measured precisely.
      for (let runs = 1; ; runs += 1) {
        cleanStyle(style, "a")
        const { user } = process.cpuUsage(before)
        if (user > 60_000) return user / runs
      }
    }
    cpuOf(256 * 1024)
    const [short, long] = [cpuOf(256 * 1024), cpuOf(1024 * 1024)]
    // For a style of four times the length, a linear algorithm takes four times as long, and a quadratic one sixteen
    // times.
    expect(long / short).toBeLessThan(12)
  }
)

describe("drawings", () => {
  it("keeps the shapes, styles, filters and images of a drawing", () => {
    expect(
      drawing(
        `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:url(c.png)}</style><defs><filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs><text class="a" filter="url(#f)">x &amp; y</text><image xlink:href="../c.png"/></svg>`
      )
    ).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:url(&quot;./c.png&quot;)}</style><defs><filter id="f"><feGaussianBlur stdDeviation="2"></feGaussianBlur></filter></defs><text class="a" filter="url(&quot;#f&quot;)">x &amp; y</text><image href="../c.png"></image></svg>'
    )
  })

  it.each([
    '<svg xmlns:h="http://www.w3.org/1999/xhtml"><h:iframe src="http://evil/"/><path d="M0"/></svg>',
    '<svg><foreignObject><iframe src="http://evil/"></iframe></foreignObject><path d="M0"/></svg>',
    '<svg><script href="http://evil/">alert(1)</script><path d="M0"/></svg>',
    '<svg onload="alert(1)"><use href="http://evil/a.svg#b"/><path d="M0"/></svg>',
    '<html><iframe src="http://evil/"></iframe><svg><path d="M0"/></svg><img src="http://evil/"/></html>',
    '<?xml-stylesheet href="http://evil/"?><svg><style>@import "http://evil/";</style><path d="M0"/></svg>',
    '<svg><filter><feImage href="http://evil/"/></filter><image href="http://evil/"/><path d="M0"/></svg><svg><a href="http://evil/">x</a></svg>'
  ])("does not load anything from outside: %s", (text) => {
    expect(drawing(text)).not.toMatch(/evil|iframe|script|alert|<h|foreign/i)
    expect(drawing(text)).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<path d="M0">.*<\/svg>$/)
  })

  it("returns an empty drawing if the input contains no SVG", () => {
    expect(drawing("no drawing")).toBe('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  })
})

it("removes image map links to other sites", () => {
  const text = cleanDocument(
    '<img src="m.png" usemap="#m"/><img usemap="http://evil/"/><map name="m"><area shape="rect" coords="0,0,1,1" href="b.xhtml" target="_top"/><area href="http://evil/"/></map>',
    "a.xhtml"
  )
  expect(text).toContain(
    '<img src="./m.png" usemap="#m"/><img/><map name="m"><area shape="rect" coords="0,0,1,1" href="./b.xhtml"/><area/></map>'
  )
})
