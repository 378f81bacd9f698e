import type { Archive } from "@media/archives/OpenArchive"
import { expect, it } from "vitest"
import { entryNamed } from "./ArchiveKeys.ts"

const archive = (...keys: ReadonlyArray<string>) =>
  ({ entries: keys.map((key, index) => ({ key, index, kind: "file" })) }) as unknown as Archive

it.each([
  ["t/100%.xhtml", "t/100\uff05.xhtml"],
  ["t\\a.xhtml", "t/a.xhtml"],
  ["./t/a.xhtml", "t/a.xhtml"]
])("finds a file by its exact name, although %s comes before and is spelled %s", (other, exact) => {
  expect(entryNamed(archive(other, exact), exact)).toMatchObject({ index: 1, key: exact })
  expect(entryNamed(archive(other), exact)).toMatchObject({ index: 0, key: exact })
})
