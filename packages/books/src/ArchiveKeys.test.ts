import type { Archive } from "@media/archives/OpenArchive"
import { expect, it } from "vitest"
import { entryNamed, keyFrom } from "./ArchiveKeys.ts"

const archive = (...keys: ReadonlyArray<string>) =>
  ({ entries: keys.map((key, index) => ({ key, index, kind: "file" })) }) as unknown as Archive

it.each([
  ["t\\a.xhtml", "t/a.xhtml"],
  ["./t/a.xhtml", "t/a.xhtml"]
])("finds a file by its exact name even if %s precedes %s", (other, exact) => {
  expect(entryNamed(archive(other, exact), exact)).toMatchObject({ index: 1, key: exact })
  expect(entryNamed(archive(other), exact)).toMatchObject({ index: 0, key: exact })
})

it("distinguishes names that differ only in the Unicode variant of a percent sign", () => {
  const names = ["t/100%.xhtml", "t/100\uff05.xhtml", "t/100\ufe6a.xhtml", "t/100\ufe6aa.xhtml"]
  const references = ["100%25.xhtml", "100\uff05.xhtml", "100%EF%B9%AA.xhtml", "100\ufe6aa.xhtml"]
  const keys = references.map((reference) => keyFrom("t/index.xhtml", reference))
  const all = archive(...names)
  expect(keys.map((key) => entryNamed(all, key)?.index)).toEqual([0, 1, 2, 3])
  const found = keys.map((key) => entryNamed(all, key)!.key)
  expect(found.map((key) => entryNamed(all, key)?.index)).toEqual([0, 1, 2, 3])
  expect(found.join("")).not.toContain("%")
  for (const name of names.slice(0, 3))
    for (const key of keys.slice(0, 3)) expect(entryNamed(archive(name), key)?.index).toBe(0)
})
