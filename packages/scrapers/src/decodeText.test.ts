import { expect, it } from "vitest"
import { decodeText } from "./decodeText.ts"

const latin = Uint8Array.from([0x66, 0xfc, 0x72])
const meta = (label: string) =>
  Uint8Array.from([...new TextEncoder().encode(`<meta charset="${label}">`), ...latin])

it.each([
  ["by its mark", Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]), "text/html; charset=latin1", "a"],
  ["by its type", latin, "text/html; charset=ISO-8859-1", "für"],
  ["by its quoted type", latin, 'text/html; charset="latin1"', "für"],
  ["by its element", meta("windows-1252"), "text/html", '<meta charset="windows-1252">für'],
  [
    "as UTF-8 where the label is unknown",
    new TextEncoder().encode("für"),
    "text/html; charset=klingon",
    "für"
  ],
  [
    "as UTF-8 where it says UTF-16 in ASCII",
    new TextEncoder().encode('<meta charset="utf-16">ü'),
    undefined,
    '<meta charset="utf-16">ü'
  ]
])("decodes text %s", (_how, bytes, type, text) => expect(decodeText(bytes, type)).toBe(text))
