import { tokenize, TokenType } from "@csstools/css-tokenizer"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { cleanStyle } from "./CleanStyle.ts"

/** Returns all URLs and strings in a style, because a browser might request any of them. */
const addressesIn = (css: string): ReadonlyArray<string> =>
  tokenize({ css }).flatMap((token) =>
    token[0] === TokenType.URL ? [token[4].value] : token[0] === TokenType.String ? [token[4].value] : []
  )
const clean = (css: string): string => cleanStyle(css, "OEBPS/css/a.css")

it("keeps rules and rewrites URLs to files in the book", () => {
  expect(clean("p.a > em::before { content: '\\201C'; margin: 0 auto !important }")).toBe(
    "p.a > em::before { content: '\\201C'; margin: 0 auto !important }"
  )
  expect(clean("@font-face { src: url(../f/x.ttf) format('truetype') }")).toBe(
    `@font-face { src: url("../f/x.ttf") format('truetype') }`
  )
  expect(clean("@import 'b.css' screen; @media print { p { color: red } }")).toBe(
    '@import "./b.css" screen; @media print { p { color: red } }'
  )
  expect(clean("a { background: url('../../../../../api/x') }")).toContain('url("../../api/x")')
})

it("replaces URLs outside the book, however they are spelled", () => {
  for (const css of [
    "@import url(http://e/a.css);",
    "@IMPORT 'http://e/a.css';",
    '@\\69mport "//e/a.css";',
    "p { background: url( http://e/x ) }",
    "p { background: URL('http://e/x') }",
    "p { background: \\75\\72\\6c('http://e/x') }",
    "p { background: u\\rl(http://e/x) }",
    "p { background: url(\\68ttp://e/x) }",
    "p { background: image-set('http://e/x' 1x, url(http://e/y) 2x) }",
    "p { list-style: -webkit-image-set('http://e/x' 1x) }",
    "@font-face { src: src('http://e/x') }",
    "@namespace x url(http://e/);",
    // When text is removed, the text before and after it must not join into one token.
    "p { background: u<!--rl(//e/x) }",
    "p { background: u/**/rl(//e/x) }",
    "u@charset x;rl(//e/x)",
    "p { background: url('\n//e/x) }"
  ])
    expect(addressesIn(clean(css)).filter((address) => address !== "data:,")).toEqual([])
})

it("keeps the same URLs when a cleaned style is cleaned again", () => {
  const pieces = fc.constantFrom(
    "url(",
    ")",
    "'",
    '"',
    "{",
    "}",
    ";",
    "@import",
    "\\",
    "/*",
    "*/",
    "a",
    "//e/x",
    "\n"
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const once = clean(parts.join(""))
      // Parsing the output must yield the URLs that were written. Otherwise, a browser might find a URL in it that was
      // never checked.
      expect(addressesIn(clean(once))).toEqual(addressesIn(once))
    }),
    { numRuns: 500 }
  )
})
