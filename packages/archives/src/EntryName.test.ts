import { crc32 } from "node:zlib"
import { describe, expect, it } from "vitest"
import { decodeName, isJunkKey, nameOf } from "./EntryName.ts"

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex")

describe("decodeName", () => {
  it.each([
    ["ASCII", 0, Buffer.from("page 01.jpg"), "page 01.jpg"],
    ["UTF-8 by the flag", 0x800, Buffer.from("größe 日本.jpg"), "größe 日本.jpg"],
    ["UTF-8 by the flag, damaged", 0x800, hex("61 ff 62"), "a\ufffdb"],
    ["UTF-8 that does not say so", 0, Buffer.from("größe.jpg"), "größe.jpg"],
    ["code page 437", 0, hex("67 72 94 E1 65 2e 6a 70 67"), "größe.jpg"],
    ["code page 437, French", 0, hex("8a 74 82 20 64 82 6a 85"), "èté déjà"],
    ["Japanese", 0, hex("82 D0 82 E7 82 AA 82 C8 2e 6a 70 67"), "ひらがな.jpg"],
    ["Japanese with kanji", 0, hex("91 E6 31 98 62 81 40 83 4E 83 89"), "第1話　クラ"],
    ["Chinese", 0, hex("B5 DA D2 BB BB B0 2e 6a 70 67"), "第一话.jpg"],
    ["Russian", 0, hex("92 AE AC 20 8F A5 E0 A2 EB A9"), "Том Первый"]
  ])("decodes a name: %s", (_, flags, raw, name) => {
    expect(decodeName(flags, raw, [])).toBe(name)
  })

  it("ignores the Unicode name in the Info-ZIP field if its checksum does not match", () => {
    const raw = Buffer.from("gr__e.jpg")
    const field = (sum: number) => {
      const data = Buffer.concat([Buffer.alloc(5, 1), Buffer.from("größe.jpg")])
      data.writeUInt32LE(sum, 1)
      return [{ id: 0x7075, data }]
    }
    expect(decodeName(0, raw, field(crc32(raw)))).toBe("größe.jpg")
    expect(decodeName(0, raw, field(1))).toBe("gr__e.jpg")
  })
})

it.each([
  ["a/b/1.jpg", "a/b/1.jpg"],
  ["../../etc/passwd", "etc/passwd"],
  ["/etc/passwd", "etc/passwd"],
  ["C:\\Windows\\..\\x.jpg", "Windows/x.jpg"],
  ["\\\\server\\share", "server/share"],
  ["a/./b//c/", "a/b/c"],
  ["a\0b.jpg", "a b.jpg"],
  ["\u202egpj.exe", "gpj.exe"],
  ["a\u001b[2Jb", "a [2Jb"],
  ["..", ""],
  ["x".repeat(70_000), `${"x".repeat(499)}…`],
  [`${"x".repeat(498)}😀😀`, `${"x".repeat(498)}\ufffd…`]
])("displays the name %j as %j", (key, name) => {
  expect(nameOf(key)).toBe(name)
})

it.each([
  ["__MACOSX/._a.jpg", true],
  ["__MACOSX/", true],
  ["a/__MACOSX", true],
  ["a/.DS_Store", true],
  ["a\\thumbs.db", true],
  ["._a.jpg", true],
  ["a/._/b.jpg", false],
  ["my__MACOSX/a.jpg", false],
  ["Thumbs.db.jpg", false]
])("determines if %s is a junk file: %s", (key, isJunk) => {
  expect(isJunkKey(key)).toBe(isJunk)
})
