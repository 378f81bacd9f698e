import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { deflateRawSync } from "node:zlib"
import { afterAll, describe, expect, it, vi } from "vitest"
import { type ArchiveLimits, archiveLimits } from "./ArchiveLimits.ts"
import { archiveFolder } from "./testing/InFolder.ts"
import { madeArchive, type MadeArchive, type MadeEntry } from "./testing/MadeArchive.ts"
import { zeros } from "./testing/Zeros.ts"

// The timeout is long because some tests unpack megabytes, which takes long on a slow machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = archiveFolder()
afterAll(() => folder.remove())

const MIB = 1024 * 1024
const opened = async (made: Buffer | MadeArchive, limits?: Partial<ArchiveLimits>): Promise<string> => {
  const result = await folder.withArchive(made, ({ entries }) => Effect.succeed(entries), {
    ...archiveLimits,
    ...limits
  })
  return Either.match(result, { onLeft: ({ code }) => code, onRight: ({ length }) => `${length} entries` })
}
const contentOf = async (entry: MadeEntry, limits?: Partial<ArchiveLimits>): Promise<string> => {
  const result = await folder.withArchive(
    { entries: [entry] },
    ({ stream }) => Stream.runFold(stream(0), 0, (sum, { length }) => sum + length),
    { ...archiveLimits, ...limits }
  )
  return Either.match(result, { onLeft: ({ code }) => code, onRight: (length) => `${length} bytes` })
}

const three: ReadonlyArray<MadeEntry> = ["a", "b", "c"].map((name) => ({ name, content: name.repeat(1_000) }))

describe("opening an archive", () => {
  const cases: ReadonlyArray<readonly [string, Buffer | MadeArchive, string, Partial<ArchiveLimits>?]> = [
    ["is exactly at the limits", { entries: three }, "3 entries", { entries: 3, total: 3_000, entry: 1_000 }],
    ["is empty", { entries: [] }, "0 entries"],
    ["has one entry too many", { entries: three }, "too-many-entries", { entries: 2 }],
    ["claims to have more entries than it has", { entries: three, count: 4 }, "damaged"],
    ["claims to have 65,535 entries", { entries: three, count: 65_535 }, "too-many-entries"],
    ["exceeds the limit on the total size", { entries: three }, "too-large", { total: 2_999 }],
    ["exceeds the compression ratio", { entries: three }, "ratio", { ratio: 2, ratioFrom: 3_000 }],
    [
      "declares 4 GiB for each of several entries",
      { entries: three.map((e) => ({ ...e, size: 2 ** 32 - 1 })) },
      "ratio"
    ],
    [
      "declares an entry of 2^63 bytes",
      { isWide: true, entries: [{ name: "a", size: 2 ** 63 }] },
      "too-large"
    ],
    ["has an entry beyond its end", { entries: [{ name: "a", offset: 1_000_000 }] }, "damaged"],
    ["has an entry longer than the archive", { entries: [{ name: "a", packedSize: 1_000_000 }] }, "damaged"],
    ["is an image file", Buffer.from("GIF89a".repeat(1_000)), "not-an-archive"],
    ["is an empty file", Buffer.alloc(0), "not-an-archive"],
    ["is a single byte", Buffer.from("P"), "not-an-archive"],
    ["is truncated", madeArchive({ entries: three }).subarray(0, -30), "damaged"],
    ["consists only of its end record", madeArchive({ entries: three }).subarray(-22), "not-an-archive"]
  ]
  for (const [what, made, expected, limits] of cases)
    it(`opens or rejects an archive that ${what} (${expected})`, async () =>
      expect(await opened(made, limits)).toBe(expected))

  it("rejects an archive whose directory is larger than the limit", async () => {
    const entries = Array.from({ length: 100 }, (_, i) => ({ name: `${i}`.padEnd(60_000, "x") }))
    expect(await opened({ entries })).toBe("100 entries")
    expect(await opened({ entries }, { directory: 5 * MIB })).toBe("directory-too-large")
  })

  it("rejects an archive that is split or has an encrypted directory", async () => {
    expect(await opened({ entries: [{ name: "a", flags: 0x41 }] })).toBe("encrypted")
    const part = madeArchive({ entries: three })
    part.writeUInt16LE(2, part.length - 18)
    expect(await opened(part)).toBe("split")
  })
})

describe("archive bombs", () => {
  it("rejects entries that share bytes", async () => {
    const kernel = zeros(10)
    const copy = { ...kernel, packed: Buffer.alloc(0), packedSize: kernel.packed.length, offset: 0 }
    const bomb = madeArchive({ entries: [kernel, ...Array.from({ length: 1_000 }, () => copy)] })
    expect(bomb.length).toBeLessThan(110_000)
    // The other limits are raised, so that only the overlap can be the reason for the rejection.
    expect(await opened(bomb, { ratio: 1e9, total: 1e15 })).toBe("overlapping")
    // The content of each entry contains the header of the next entry, as in the zip bombs published by David Fifield.
    const quoting = madeArchive({ entries: three.map((e) => ({ ...e, method: 0, packedSize: 1_040 })) })
    expect(await opened(quoting)).toBe("overlapping")
  })

  it("opens only the outermost of nested archives", async () => {
    const names = Array.from({ length: 16 }, (_, i) => `${i}.zip`)
    const nested = [1, 2, 3, 4].reduce<Buffer>(
      (content) => {
        const packed = deflateRawSync(content)
        return madeArchive({ entries: names.map((name) => ({ name, content, packed })) })
      },
      madeArchive({ entries: [zeros(4)] })
    )
    expect(nested.length).toBeLessThan(100_000)
    expect(await opened(nested)).toBe("16 entries")
  })

  it("rejects an implausible compression ratio", async () => {
    expect(await contentOf(zeros(20), { ratio: 2_000 })).toBe(`${20 * MIB} bytes`)
    expect(await opened({ entries: [zeros(20)] })).toBe("ratio")
    const filler = { name: "b", content: Buffer.alloc(MIB, "x"), method: 0 }
    const result = await folder.withArchive({ entries: [zeros(20), filler] }, ({ read }) => read(0, 1e9))
    expect(Either.merge(result)).toMatchObject({ code: "ratio" })
  })

  it("stops at the first byte beyond the declared size of an entry", async () => {
    let seen = 0
    const result = await folder.withArchive({ entries: [{ ...zeros(500), size: 40_000 }] }, (archive) =>
      Stream.runForEach(archive.stream(0), ({ length }) => Effect.sync(() => (seen += length)))
    )
    expect(Either.merge(result)).toMatchObject({ code: "damaged" })
    expect(seen).toBeLessThanOrEqual(40_000)
  })

  it("streams a large entry instead of loading it into memory", async () => {
    const made = madeArchive({ entries: [zeros(200)] })
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const result = await folder.withArchive(
      made,
      ({ stream }) =>
        Stream.runForEach(stream(0), () =>
          Effect.sync(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)))
        ),
      { ...archiveLimits, ratio: 2_000 }
    )
    expect(Either.isRight(result)).toBe(true)
    expect(most).toBeLessThan(64 * MIB)
    // Unpacking 200 MiB takes half a second, but many times longer while other tests run.
  })
})

describe("content that does not match its directory entry", () => {
  const text = Buffer.from("one two three ".repeat(100))
  const packed = deflateRawSync(text)
  it.each<readonly [string, MadeEntry, string]>([
    ["correct values", { name: "a", content: text }, "1400 bytes"],
    ["a wrong checksum", { name: "a", content: text, crc32: 1 }, "damaged"],
    ["a declared size that is too small", { name: "a", content: text, size: 1_399 }, "damaged"],
    ["a declared size that is too large", { name: "a", content: text, size: 1_401 }, "damaged"],
    ["a wrong size without compression", { name: "a", content: text, method: 0, size: 1_401 }, "damaged"],
    [
      "compressed data that ends early",
      { name: "a", content: text, packed, packedSize: packed.length - 5 },
      "damaged"
    ],
    [
      "data that is not compressed",
      { name: "a", content: text, packed: Buffer.from("no deflate at all") },
      "damaged"
    ],
    ["no compressed data", { name: "a", content: text, packed: Buffer.alloc(0) }, "damaged"],
    ["a header at another offset", { name: "a", content: text, offset: 3 }, "damaged"]
  ])("checks the content of an entry: %s", async (_, entry, expected) => {
    expect(await contentOf(entry)).toBe(expected)
  })
})
