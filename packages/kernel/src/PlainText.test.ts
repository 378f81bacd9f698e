import { expect, it } from "vitest"
import { isPlainText, plainText } from "./PlainText.ts"

it.each([
  ["a\u001b[2J\u0007b", "a [2J b"],
  ["forged\nline\r\n2026", "forged line 2026"],
  ["\u009b31m", " 31m"],
  ["a\u2028b\u2029c", "a b c"],
  ["\u202egpj.exe\u202c", "gpj.exe"],
  ["a\ud800b\udc00", "a\ufffdb\ufffd"],
  ["é ü 👨\u200d👩 \u0645\u06cc\u200c\u0634", "é ü 👨\u200d👩 \u0645\u06cc\u200c\u0634"]
])("converts the text %j to the plain text %j", (text, plain) => {
  expect(plainText(text)).toBe(plain)
  expect([isPlainText(text), isPlainText(plain)]).toEqual([text === plain, true])
})
