import { expect, it } from "vitest"
import { readerOf } from "../../bin/tagsCharset.mjs"

/** Decodes the bytes as Latin-1 or Windows-1252, like a tag reader that ignores the actual encoding. */
const shown = (hex: string, coding: "latin1" | "windows-1252" = "latin1") => {
  const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex")
  return coding === "latin1" ? bytes.toString("latin1") : new TextDecoder(coding).decode(bytes)
}
const read = (...texts: ReadonlyArray<string>) => texts.map(readerOf(texts))

it.each([
  ["UTF-8", ["416ec3a9", "e282ac"], ["Ané", "€"]],
  [
    "a Russian code page, even for a short name",
    ["ca e8 ed ee", "ce ed", "4c69766520 b9 31"],
    ["Кино", "Он", "Live №1"]
  ],
  ["Shift-JIS", ["82b3 82ad 82e7", "93fa 967b"], ["さくら", "日本"]],
  ["GBK", ["d6dc bddc c2d7", "5a6f6f"], ["周杰伦", "Zoo"]]
])("decodes %s that is declared as Latin-1", (_coding, bytes, texts) => {
  expect(read(...bytes.map((hex) => shown(hex)))).toEqual(texts)
  expect(read(...bytes.map((hex) => shown(hex, "windows-1252")))).toEqual(texts)
})

it("leaves western names and correctly decoded names unchanged", () => {
  const names = [
    "Björk",
    "Sigur Rós",
    "Motörhead",
    "Übermut",
    "Déjà Vu",
    "ÆØÅ",
    "Ça",
    "Ágætis byrjun",
    "¿Qué?",
    "ÀÉ"
  ]
  for (const name of names) expect(read(name)).toEqual([name])
  expect(read(...names)).toEqual(names)
  expect(read("Кино", "日本", "Œuvre", "AC/DC")).toEqual(["Кино", "日本", "Œuvre", "AC/DC"])
})
