import {
  changedBytes,
  changedNumbers,
  copiedRanges,
  cutOff
} from "@media/media-tools/keyframes/testing/Mutations"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import { afterAll, describe, expect, it, vi } from "vitest"
import { archiveLimits } from "./ArchiveLimits.ts"
import type { Archive } from "./OpenArchive.ts"
import { archiveFolder } from "./testing/InFolder.ts"
import { extraField, madeArchive, type MadeEntry } from "./testing/MadeArchive.ts"

// The timeout is long because some tests unpack megabytes, which takes long on a slow machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = archiveFolder()
afterAll(() => folder.remove())

const entries: ReadonlyArray<MadeEntry> = [
  { name: "mimetype", content: "application/epub+zip", method: 0 },
  { name: "OPS/", madeBy: 0x0314, attributes: 0o040755 * 65_536 },
  {
    name: Buffer.from("gr\x94\xe1e", "latin1"),
    content: "a".repeat(300),
    extra: extraField(0x7075, Buffer.alloc(9, 1))
  },
  {
    name: "größe.xhtml",
    content: "<p>one</p><p>two</p>".repeat(20),
    extra: extraField(0x5455, Buffer.alloc(5, 1))
  }
]
const limits = { ...archiveLimits, entry: 100_000, total: 1_000_000 }

/**
 * Opens an archive and reads all entries. Typed errors are allowed, except an I/O error. Any other exception rejects
 * and fails the test.
 */
const readAll = async (bytes: Buffer): Promise<void> => {
  let given = 0
  const readOne = ({ stream }: Archive, index: number) =>
    Effect.either(Stream.runForEach(stream(index), ({ length }) => Effect.sync(() => (given += length))))
  const result = await folder.withArchive(
    bytes,
    (archive) => Effect.forEach(archive.entries, ({ index }) => readOne(archive, index)),
    limits
  )
  // However the archive is damaged, its entries together must not unpack to more than the limit.
  expect(given).toBeLessThanOrEqual(limits.total)
  if (Either.isLeft(result)) expect(result.left.code).not.toBe("io-error")
}

describe.each([
  ["plain", madeArchive({ entries, comment: "PK\x05\x06" })],
  ["ZIP64", madeArchive({ entries, isWide: true })]
])("a fuzzed archive (%s)", (_, whole) => {
  const holds = (mutated: fc.Arbitrary<Buffer>, numRuns: number) =>
    fc.assert(fc.asyncProperty(mutated, readAll), { numRuns })

  it("survives truncation at any offset", () => holds(cutOff(whole), 100))
  it("survives changed numbers in the archive's records", () => holds(changedNumbers(whole, "little"), 300))
  it("survives changed bytes anywhere in the archive", () => holds(changedBytes(whole), 300))
  it("survives duplicated, moved or missing parts", () => holds(copiedRanges(whole), 300))
})
