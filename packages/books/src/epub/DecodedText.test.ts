import { expect, it } from "vitest"
import { decodedText } from "./DecodedText.ts"

const page = (charset: string) => Buffer.from(`<meta charset="${charset}"/><p>caf\u00e9</p>`, "latin1")

it("decodes a page with the encoding that its meta element declares", () => {
  expect(decodedText(page("windows-1252"))).toContain("caf\u00e9")
})

it.each(["utf-16", "UTF-16LE", "utf-16be", "unicode"])(
  "ignores a declared encoding of %s if the text consists of single bytes",
  (charset) => {
    expect(decodedText(page(charset))).toContain("<p>caf")
  }
)
