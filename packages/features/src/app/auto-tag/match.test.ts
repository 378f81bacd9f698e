import { expect, it } from "vitest"
import { indexOf, namesIn } from "./match.ts"

const names = indexOf([
  { id: "ann", name: "Ann Lee" },
  { id: "smith", name: "Ann Lee Smith" },
  { id: "jose", name: "José Peña" },
  { id: "noir", name: "Noir" },
  { id: "other", name: "noir" },
  { id: "short", name: "Al" },
  { id: "sign", name: "!!!" },
  { id: "obrien", name: "O'Brien" }
])
const ids = (text: string) => namesIn(text, names).map(({ id }) => id)

it("finds whole words, ignoring case and accents", () => {
  expect(ids("/films/jose_pena.2019.1080p.mkv")).toEqual(["jose"])
  expect(ids("Film-Noir [1950]")).toEqual(["noir", "other"])
  expect(ids("Noirmoutier")).toEqual([])
  expect(ids("o'brien at home")).toEqual(["obrien"])
})

it("prefers the longest name at each position", () => {
  expect(ids("Ann Lee Smith and Ann Lee")).toEqual(["smith", "ann"])
})

it("ignores names of fewer than three characters and names without a letter", () => {
  expect(ids("Al !!! Al")).toEqual([])
})

it("searches a long string in linear time", () => {
  const text = "Ann Lee ".repeat(20_000)
  expect(ids(text).length).toBe(20_000)
})
