import { readXml } from "@media/xml/ReadXml"
import type { XmlElement } from "@media/xml/XmlElement"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { TooDeep } from "../ParseMarkup.ts"
import { cleanDocument } from "./CleanDocument.ts"

const KEY = "OEBPS/text/a.xhtml"
const parsed = (text: string): XmlElement =>
  Either.getOrThrow(readXml(Buffer.from(cleanDocument(text, KEY)), { mayNameType: true }))
const all = (element: XmlElement): ReadonlyArray<XmlElement> => [
  element,
  ...element.children.flatMap((child) => (typeof child === "string" ? [] : all(child)))
]
/** Cleans a document and returns the content of its body. */
const body = (text: string): string => /<body[^>]*>(.*)<\/body>/s.exec(cleanDocument(text, KEY))?.[1] ?? ""
const head = (text: string): string => /<head>(.*)<\/head>/s.exec(cleanDocument(text, KEY))?.[1] ?? ""

/**
 * Cleans a document and expects that no element of the result can run code, load external resources, submit data, or
 * navigate away.
 */
const expectInert = (text: string): void => {
  for (const { attributes, name } of all(parsed(text))) {
    expect(name).not.toMatch(
      /^(script|iframe|object|embed|form|input|button|base|foreignObject|set|animate)$/i
    )
    for (const { name: attribute, value } of attributes) {
      expect(attribute).not.toMatch(/^(on|srcset$|srcdoc$|action$|formaction$|ping$|http-equiv$|data$)/i)
      if (/^(href|src|poster)$/.test(attribute)) expect(value).toMatch(/^(?:\.{1,2}\/|#|data:image\/)/)
    }
  }
}

it("rewrites references to files in the book", () => {
  expect(
    body(`<html><head><title/></head><body><h1 id="a" class="x">One &amp; two&nbsp;three</h1>
      <p>A <a id="p1"/> <a href="b.xhtml#c%20d">link</a>, <a href="#n">a note</a> and <em>so</em> on.<br/></p>
      <img src="../img/a b.png" alt="A"/><ruby>\u6f22<rt>kan</rt></ruby></body></html>`).replace(/\s+/g, " ")
  ).toBe(
    '<h1 id="a" class="x">One &amp; two three</h1> <p>A <a id="p1"></a> ' +
      '<a href="./b.xhtml#c%20d">link</a>, <a href="#n">a note</a> and <em>so</em> on.<br/></p> ' +
      '<img alt="A" src="../img/a%20b.png"/><ruby>\u6f22<rt>kan</rt></ruby>'.replaceAll("&nbsp;", " ")
  )
  expect(head('<head><link rel="stylesheet" href="../s.css"/><title>T</title></head>')).toContain(
    '<title>T</title><link rel="stylesheet" href="../s.css"/>'
  )
  expect(body('<svg viewBox="0 0 9 9"><image xlink:href="../c.jpg" width="9"/></svg>')).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image width="9" href="../c.jpg"></image></svg>'
  )
  expect(body("<math><mi>x</mi><msup><mn>2</mn></msup></math>")).toContain("<mi>x</mi><msup>")
  expect(cleanDocument('<html xml:lang="ar" dir="rtl"><body>x</body></html>', KEY)).toContain(
    '<html xmlns="http://www.w3.org/1999/xhtml" lang="ar" dir="rtl">'
  )
  expect(
    cleanDocument('<head><meta name="viewport" content="width=1200, height=1600"/></head>', KEY)
  ).toContain('data-width="1200" data-height="1600"')
})

it("converts old HTML pages with uppercase tags and missing end tags", () => {
  const page = body(`<HTML><BODY>${"<P>a<BR>b<HR>".repeat(1_500)}<IMG SRC="c.png"></BODY></HTML>`)
  expect(page).toMatch(/^<p>a<br\/>b<\/p><hr\/><p>a<br\/>b<\/p>/)
  expect(page).toContain('<img src="./c.png"/>')
})

it("never writes a reference that leads outside the book", () => {
  for (const href of [
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "  vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "//example.com/x",
    "\\\\example.com\\x",
    "https://example.com",
    "file:///etc/passwd",
    "blob:x"
  ]) {
    expect(body(`<a href="${href.replaceAll("<", "&lt;")}">x</a>`)).toMatch(
      /^<a(?: title="https:[^"]*")?>x<\/a>$/
    )
    expect(body(`<img src="${href.replaceAll("<", "&lt;")}"/>`)).toBe("<img/>")
  }
  // A `..` beyond the top folder of the book is ignored, so the reference cannot reach a route of the server.
  expect(body('<img src="../../../../../api/auth/logout"/>')).toBe('<img src="../../api/auth/logout"/>')
  expect(body('<img src="/api/auth/logout"/>')).toBe('<img src="../../api/auth/logout"/>')
  expect(body('<img src="data:image/png;base64,AAAA"/>')).toBe('<img src="data:image/png;base64,AAAA"/>')
  expect(body('<img src="data:image/svg+xml;base64,AAAA"/>')).toBe("<img/>")
})

it.each([
  "<script>alert(1)</script><script src='x.js'/><p onclick='x()' style='background:url(http://e/x)'>a</p>",
  "<META HTTP-EQUIV=refresh CONTENT='0;url=http://e'><BASE HREF='http://e/'><p>a</p>",
  "<form action='http://e'><input name=q><button formaction='http://e'>b</button><p>a</p></form>",
  "<iframe src='http://e'></iframe><object data='x.swf'></object><embed src='http://e'><p>a</p>",
  "<svg><script>alert(1)</script><set attributeName='href' to='javascript:1'/><a xlink:href='javascript:1'>x</a><use href='http://e#a'/><foreignObject><p>x</p></foreignObject></svg><p>a</p>",
  "<svg><title><img src=x onerror=alert(1)></title></svg><p>a</p>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></mglyph></table></mtext></math><p>a</p>',
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>a</p></noscript>",
  "<style>@import 'http://e/x.css'; p{background:u\\72l(http://e/x)}</style><link rel=stylesheet href=http://e/x.css><p>a</p>",
  "<video src='http://e/v.mp4' poster='http://e/p.png' autoplay></video><audio autoplay><source src='//e/a.mp3'></audio><p>a</p>",
  "<img srcset='http://e/x 2x' lowsrc='http://e/y' src='a.png'><p ping='http://e'>a</p>"
])("removes code, forms and external resources: %s", (text) => {
  expectInert(text)
  expect(body(text)).toContain("a")
  expect(cleanDocument(text, KEY)).not.toContain("http://e")
})

it("returns well-formed and inert XHTML for any text", () => {
  const pieces = fc.constantFrom(
    ...[
      "<",
      ">",
      "</",
      "/>",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "&",
      "&#0;",
      "&lt;",
      '"',
      "'",
      "=",
      " ",
      "\0"
    ],
    ...[
      "<p",
      "<svg",
      "</svg>",
      "<math",
      "<style>",
      "</style>",
      "<title>",
      "<script>",
      "<a href=",
      "javascript:"
    ],
    ...[
      "<body",
      "<html",
      "<table>",
      "<td>",
      "<template>",
      "onload=x",
      "xmlns=",
      "x:y=",
      "\ud800",
      "\uffff",
      "\u202e"
    ]
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 40 }), (parts) => {
      expectInert(parts.join(""))
    }),
    { numRuns: 300 }
  )
})

it("keeps the text of deeply nested elements", () => {
  const deep = cleanDocument(`${"<div>".repeat(900)}a`, KEY)
  expect(deep.match(/<div>/g)!.length).toBeLessThan(300)
  expect(deep).toContain("a")
  expect(() => cleanDocument("<div>".repeat(50_000), KEY)).toThrow(TooDeep)
})
