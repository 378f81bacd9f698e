import { startCpuClock } from "@media/testkit/CpuClock"
import * as fc from "fast-check"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { BoundedFile, IndexUnusable } from "./BoundedFile.ts"
import type { KeyFrameIndex } from "./KeyFrames.ts"
import { readMatroskaKeyFrames } from "./MatroskaKeyFrames.ts"
import { readMp4KeyFrames } from "./Mp4KeyFrames.ts"
import { changedBytes, changedNumbers, copiedRanges, cutOff, nested } from "./testing/Mutations.ts"
import { box, element, table, testMatroska, testMp4 } from "./TestIndex.ts"

const root = mkdtempSync(join(tmpdir(), "media-fuzz-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const MAX_TOTAL = 256 * 1024 * 1024
const CPU_SECONDS = 20

interface Outcome {
  readonly index: KeyFrameIndex | undefined
  readonly reads: number
}

/** Reads the index. Fails if the reader throws any error other than `IndexUnusable`, or reads outside the file. */
const readIndex = async (bytes: Buffer, format: "mp4" | "matroska"): Promise<Outcome> => {
  const path = join(root, "file")
  writeFileSync(path, bytes)
  const handle = await open(path, "r")
  const reading = vi.spyOn(handle, "read")
  const cpu = startCpuClock()
  try {
    const file = BoundedFile.over(handle, bytes.length)
    const index = await (format === "mp4" ? readMp4KeyFrames(file, 0) : readMatroskaKeyFrames(file))
    checkIndex(index)
    return { index, reads: reading.mock.calls.length }
  } catch (cause) {
    // Any other error is a defect. A RangeError, for example, means that the reader read beyond the end of a buffer.
    if (!(cause instanceof IndexUnusable)) throw cause
    return { index: undefined, reads: reading.mock.calls.length }
  } finally {
    let total = 0
    for (const [, , length, position] of reading.mock.calls as ReadonlyArray<ReadonlyArray<unknown>>) {
      total += Number(length)
      if (Number(position) < 0 || Number(position) + Number(length) > bytes.length) {
        expect.fail(`read ${String(length)} bytes at ${String(position)} of ${bytes.length}`)
      }
    }
    expect(total).toBeLessThanOrEqual(MAX_TOTAL)
    await handle.close()
    expect(cpu()).toBeLessThan(CPU_SECONDS)
  }
}

/** Checks that the times are finite and ascend, because later code relies on this. */
const checkIndex = (index: KeyFrameIndex | undefined): void => {
  if (index === undefined) return
  expect(index.seconds.length).toBeGreaterThan(0)
  expect(index.seconds.length).toBeLessThanOrEqual(100_000)
  let last = Number.NEGATIVE_INFINITY
  for (const second of index.seconds) {
    if (!Number.isFinite(second) || second < last) expect.fail(`${second} comes after ${last}`)
    last = second
  }
}

const seeds: ReadonlyArray<readonly [string, "mp4" | "matroska", Buffer]> = [
  ["mp4", "mp4", testMp4()],
  ["mp4 without IDR", "mp4", testMp4({ isIdr: false, samples: 7 })],
  ["matroska", "matroska", testMatroska()],
  ["matroska of unknown size", "matroska", testMatroska(undefined, "unknown")]
]

describe.each(seeds)("%s", (_, format, whole) => {
  const holds = (mutated: fc.Arbitrary<Buffer>, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(mutated, async (bytes) => {
        await readIndex(bytes, format)
      }),
      { numRuns }
    )

  it("reads an unchanged file", async () => {
    const { index } = await readIndex(whole, format)
    expect(index?.seconds[0]).toBe(0)
  })

  it("does not crash on a truncated file", () => holds(cutOff(whole), 150))
  it("does not crash on a file with incorrect numbers", () => holds(changedNumbers(whole), 400))
  it("does not crash on a file with changed bytes", () => holds(changedBytes(whole), 300))
  it("does not crash on a file with moved, repeated or missing parts", () => holds(copiedRanges(whole), 300))
})

describe("structures that are expensive to read", () => {
  it("reads nested boxes of any depth within the limits", async () => {
    for (const depth of [10, 1_000, 20_000]) {
      for (const type of ["moov", "trak", "mdia", "stbl"]) {
        await readIndex(nested(type, depth), "mp4")
        await readIndex(box("moov", nested(type, depth)), "mp4")
      }
    }
    for (const id of [0x1c53bb6b, 0x1654ae6b, 0xae, 0xb7]) {
      const deep = Array.from({ length: 2_000 }).reduce<Buffer>(
        (inner) => element(id, inner),
        Buffer.alloc(0)
      )
      await readIndex(testMatroska(element(0x1c53bb6b, deep)), "matroska")
    }
  })

  it.each(["stts", "ctts", "stss", "stsz", "stsc", "stco"] as const)(
    "reads %s with any count and any entries within the limits",
    async (name) => {
      const word = fc.oneof(fc.constantFrom(0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff))
      await fc.assert(
        fc.asyncProperty(word, fc.array(word, { maxLength: 40 }), async (count, entries) => {
          await readIndex(testMp4({ tables: { [name]: table(name, count, ...entries) } }), "mp4")
        }),
        { numRuns: 60 }
      )
    }
  )

  it("reads 64-bit sizes, and rejects incorrect sizes", async () => {
    const wide = (size: bigint, type: string, content: Buffer) => {
      const header = Buffer.alloc(16)
      header.writeUInt32BE(1, 0)
      header.write(type, 4, "latin1")
      header.writeBigUInt64BE(size, 8)
      return Buffer.concat([header, content])
    }
    const moov = testMp4()
    const content = moov.subarray(moov.indexOf("moov") + 4)
    const ftyp = box("ftyp", Buffer.from("isom"), Buffer.alloc(4))
    // Only the index is valid. The frames are not at the offsets in its tables, but their times can be read anyway.
    const honest = Buffer.concat([ftyp, wide(BigInt(content.length + 16), "moov", content)])
    expect((await readIndex(honest, "mp4")).index?.seconds).toEqual([0, 1, 2])
    for (const size of [0n, 15n, 16n, 2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]) {
      await readIndex(Buffer.concat([ftyp, wide(size, "moov", content)]), "mp4")
      await readIndex(
        Buffer.concat([ftyp, wide(size, "free", content), moov.subarray(moov.indexOf("moov") - 4)]),
        "mp4"
      )
    }
  })

  it("gives up on a file that begins with a million empty boxes", async () => {
    const { index, reads } = await readIndex(
      Buffer.concat([Buffer.alloc(8_000_000, Buffer.from("0000000866726565", "hex")), testMp4()]),
      "mp4"
    )
    expect(index).toBeUndefined()
    expect(reads).toBeLessThan(5_000)
  })
})
