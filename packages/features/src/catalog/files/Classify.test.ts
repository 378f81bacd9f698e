import { expect, it } from "vitest"
import { emptyTally } from "./ScanTally.ts"
import type { FoundFile } from "@media/disk/Walk"
import { classify, type Batch } from "./Classify.ts"
import type { ManifestEntry } from "./Manifest.ts"
import { pathHash } from "./PathHashes.ts"

const root = {
  libraryId: "01900000-0000-7000-8000-000000000001",
  rootId: "01900000-0000-7000-8000-000000000002",
  path: Buffer.from("/media"),
  contents: ["videos", "images"]
}
const id = "01900000-0000-7000-8000-000000000003"

const fileOf = (path: string, fields: Partial<FoundFile> = {}): FoundFile => ({
  relative: Buffer.from(path),
  name: path.slice(path.lastIndexOf("/") + 1),
  size: 10,
  mtimeMs: 20,
  ...fields
})
const entryOf = (path: string, fields: Partial<ManifestEntry> = {}): ManifestEntry => ({
  relative: Buffer.from(path),
  hash: pathHash(Buffer.from(path)),
  kind: "file",
  size: 10,
  mtimeMs: 20,
  scanResult: "indexed",
  reason: null,
  entityId: id,
  entityKind: "image",
  ...fields
})

/** Classifies one file and returns the parts of the result that concern the file. */
const outcome = (file: FoundFile, known?: ManifestEntry, contents: ReadonlyArray<string> = root.contents) => {
  const batch: Batch = {
    files: [{ file, known, hasSibling: () => false, hasVideo: () => false }],
    skipped: [],
    absent: []
  }
  const { admitted, candidates, records, touched, withdrawn } = classify(
    { ...root, contents },
    batch,
    emptyTally()
  )
  return {
    ...(admitted.length > 0 ? { admitted: admitted[0]!.kind.kind } : {}),
    ...(candidates.length > 0 ? { toRead: candidates[0]!.claims.map(({ kind }) => kind.kind) } : {}),
    ...(touched.length > 0 ? { changed: touched[0]!.isChanged, found: touched[0]!.isFound } : {}),
    ...(withdrawn.length > 0 ? { withdrawn: withdrawn[0]!.reason } : {}),
    ...(records.length > 0 ? { record: `${records[0]!.scanResult}: ${records[0]!.reason}` } : {})
  }
}

it("requests the first bytes of a new file if its extension may be misleading", () => {
  expect(outcome(fileOf("a.mkv"))).toEqual({ admitted: "video" })
  expect(outcome(fileOf("a.jpg"))).toEqual({ toRead: ["image"] })
  expect(outcome(fileOf("a.mp3"))).toEqual({ record: "ignored: This library does not contain audio" })
  expect(outcome(fileOf("a.jpg", { size: 0 }))).toEqual({ record: "failed: The file is empty" })
})

it("ignores a known unchanged file", () => {
  expect(outcome(fileOf("a.jpg"), entryOf("a.jpg"))).toEqual({})
  const page = { scanResult: "ignored", reason: "It is a web page, not an image" }
  expect(outcome(fileOf("a.jpg"), entryOf("a.jpg", { ...page, entityId: null, entityKind: null }))).toEqual(
    {}
  )
  expect(outcome(fileOf("a.jpg"), entryOf("a.jpg", page))).toEqual({})
  const empty = { scanResult: "failed", reason: "The file is empty", size: 0 }
  expect(outcome(fileOf("a.jpg", { size: 0 }), entryOf("a.jpg", empty))).toEqual({})
})

it("rereads a changed file if its extension may be misleading", () => {
  expect(outcome(fileOf("a.jpg", { size: 11 }), entryOf("a.jpg"))).toEqual({ toRead: ["image"] })
  expect(outcome(fileOf("a.mkv", { size: 11 }), entryOf("a.mkv", { entityKind: "video" }))).toEqual({
    changed: true,
    found: false
  })
})

it("restores an unchanged file that reappears without reading the file", () => {
  const missing = { scanResult: "missing", reason: "The file no longer exists" }
  expect(outcome(fileOf("a.jpg"), entryOf("a.jpg", missing))).toEqual({ changed: false, found: true })
  expect(outcome(fileOf("a.jpg", { size: 11 }), entryOf("a.jpg", missing))).toEqual({ toRead: ["image"] })
})

it("marks an item missing if its file is empty, unless a probe will examine it", () => {
  const why = "The file is empty"
  expect(outcome(fileOf("a.jpg", { size: 0 }), entryOf("a.jpg"))).toEqual({
    withdrawn: why,
    record: `failed: ${why}`
  })
  expect(outcome(fileOf("a.mkv", { size: 0 }), entryOf("a.mkv", { entityKind: "video" }))).toEqual({
    changed: true,
    found: false
  })
})

it("marks an item missing while the library excludes the item's kind", () => {
  const video = entryOf("a.ogg", { entityKind: "video" })
  expect(outcome(fileOf("a.ogg"), video, ["videos", "audio"])).toEqual({})
  expect(outcome(fileOf("a.ogg"), video, ["audio"])).toEqual({
    withdrawn: "This library does not contain videos",
    record: "ignored: This library does not contain videos"
  })
})
