import { startCpuClock } from "@media/testkit/CpuClock"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { probeFacts } from "../hls/TestFacts.ts"
import type { KeyFrameIndex } from "./KeyFrames.ts"
import { type KeyFramesUnreadable, readKeyFrames } from "./ReadKeyFrames.ts"
import { box, element, table, testMatroska, testMp4 } from "./TestIndex.ts"

const root = mkdtempSync(join(tmpdir(), "media-index-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Answer = Either.Either<KeyFrameIndex | undefined, KeyFramesUnreadable>

const read = (bytes: Buffer, format: "mov" | "matroska"): Promise<Answer> => {
  const path = join(root, "video")
  writeFileSync(path, bytes)
  return Effect.runPromise(Effect.either(readKeyFrames(path, probeFacts({ formatNames: [format] }))))
}

const seconds = (answer: Answer) => (answer._tag === "Right" ? answer.right?.seconds : answer.left.message)

/** True if the reader either returned a result that later code can use, or rejected the file permanently. */
const isPlausible = (answer: Answer): boolean =>
  answer._tag === "Left"
    ? answer.left.isStructural
    : answer.right === undefined ||
      (answer.right.seconds.length <= 100_000 &&
        answer.right.seconds.every(
          (second, i, all) => Number.isFinite(second) && second >= (all[i - 1] ?? second)
        ))

/** Creates a generator that produces the same numbers in each test run. */
const randomNumbers = (seed: number) => {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
}

describe("a valid index", () => {
  it("returns the key frames of a valid index", async () => {
    expect(await read(testMp4(), "mov")).toMatchObject({ right: { seconds: [0, 1, 2], allIdr: true } })
    expect(await read(testMp4({ isIdr: false }), "mov")).toMatchObject({ right: { allIdr: false } })
    expect(await read(testMatroska(), "matroska")).toMatchObject({ right: { seconds: [0, 1, 2] } })
    expect(seconds(await read(testMatroska(undefined, "unknown"), "matroska"))).toEqual([0, 1, 2])
  })
})

describe("incorrect sizes", () => {
  const moov = (bytes: Buffer) => bytes.indexOf("moov") - 4
  const changed = (change: (bytes: Buffer, at: number) => void) => {
    const bytes = testMp4()
    change(bytes, moov(bytes))
    return bytes
  }

  it.each<readonly [string, Buffer]>([
    ["of 0 for the last box: it runs to the end", changed((bytes, at) => bytes.writeUInt32BE(0, at))]
  ])("accepts a size %s", async (_, bytes) => {
    expect(seconds(await read(bytes, "mov"))).toEqual([0, 1, 2])
  })

  it.each<readonly [string, Buffer]>([
    ["less than a header", changed((bytes, at) => bytes.writeUInt32BE(7, at))],
    ["more than the file", changed((bytes, at) => bytes.writeUInt32BE(0x7fffffff, at))],
    [
      "64 bits, all set",
      Buffer.concat([
        box("free").fill(0xff, 8),
        Buffer.from("00000001", "hex"),
        Buffer.from("moov"),
        Buffer.alloc(8, 0xff)
      ])
    ],
    ["only half of a header", testMp4().subarray(0, -1_000)],
    ["a box of 12 bytes", Buffer.from("0000000c66747970", "hex")]
  ])("returns a plausible index or a rejection for incorrect sizes: %s", async (_, bytes) => {
    expect(isPlausible(await read(bytes, "mov"))).toBe(true)
  })

  it.each(["stts", "ctts", "stss", "stsz", "stsc", "stco"] as const)(
    "returns a plausible index or a rejection for %s with 2^32-1 entries, or with one entry of 2^32-1",
    async (name) => {
      for (const lie of [
        table(name, 0xffffffff, 1, 1, 1),
        table(name, 1, 0xffffffff, 0xffffffff, 1),
        box(name)
      ]) {
        const answer = await read(testMp4({ tables: { [name]: lie } }), "mov")
        expect([name, isPlausible(answer)]).toEqual([name, true])
      }
    }
  )

  it.each<readonly [string, Buffer]>([
    ["cues without an end", element(0x1c53bb6b, Buffer.alloc(40), "unknown")],
    ["cues beyond the file", element(0x1c53bb6b, Buffer.alloc(40), 2 ** 40)],
    [
      "a table of offsets that names itself",
      element(
        0x114d9b74,
        element(
          0x4dbb,
          Buffer.concat([element(0x53ab, Buffer.from("114d9b74", "hex")), element(0x53ac, Buffer.from([0]))])
        )
      )
    ],
    [
      "elements within elements",
      Array.from({ length: 2_000 }).reduce<Buffer>((inner) => element(0xbb, inner), Buffer.alloc(0))
    ]
  ])("returns a plausible index or a rejection for Matroska: %s", async (_, cues) => {
    expect(isPlausible(await read(testMatroska(cues), "matroska"))).toBe(true)
  })

  it("rejects 8 MB of tiny elements instead of loading all of them into memory", async () => {
    const cues = element(0x1c53bb6b, Buffer.alloc(8_000_000, Buffer.from("ec80", "hex")))
    expect(seconds(await read(testMatroska(cues), "matroska"))).toMatch(/too many elements/)
  })
})

describe("bytes changed at random", () => {
  it.each<readonly ["mov" | "matroska", () => Buffer]>([
    ["mov", testMp4],
    ["matroska", testMatroska]
  ])("always returns a result or a rejection quickly (%s)", async (format, make) => {
    const next = randomNumbers(7)
    const whole = make()
    // In the test mp4, the bytes of the frames do not matter, so only the index is changed.
    const from = format === "mov" ? whole.indexOf("moov") : 0
    for (let i = 0; i < 600; i++) {
      const bytes = Buffer.from(
        whole.subarray(0, next() % 4 === 0 ? from + (next() % (whole.length - from)) : undefined)
      )
      for (let changes = 1 + (next() % 4); changes > 0; changes--) {
        const at = from + (next() % Math.max(1, bytes.length - from))
        if (at < bytes.length) bytes[at] = [0, 1, 0x7f, 0x80, 0xff, next() & 0xff][next() % 6]!
      }
      const cpu = startCpuClock()
      const answer = await read(bytes, format)
      if (!isPlausible(answer)) expect(["change", i, answer]).toBe("plausible")
      if (cpu() > 20) expect(["change", i]).toBe("soon")
    }
  })
})

describe("an index of four hours", () => {
  it("reads an index of four hours without blocking other requests", async () => {
    const samples = 400_000
    const entries = Buffer.alloc(samples * 8)
    for (let i = 0; i < samples; i++) {
      entries.writeUInt32BE(1, i * 8)
      entries.writeUInt32BE(i % 3, i * 8 + 4)
    }
    const sizes = Buffer.alloc(12 + samples * 4)
    sizes.writeUInt32BE(samples, 8)
    const ctts = Buffer.concat([table("ctts", samples).subarray(8), entries])
    // The index lists 400,000 frames with different times, but the file does not contain these frames.
    const bytes = testMp4({
      tables: {
        ctts: box("ctts", ctts),
        stts: table("stts", 1, samples, 100),
        stss: table("stss", 2, 1, samples),
        stsz: box("stsz", sizes),
        stsc: table("stsc", 1, 1, samples, 1)
      }
    })
    let turns = 0
    const others = setInterval(() => (turns += 1), 1)
    const answer = await read(bytes, "mov")
    clearInterval(others)
    expect(answer).toMatchObject({ right: { seconds: [0, expect.closeTo(samples / 10, 0)] } })
    expect(turns).toBeGreaterThan(1)
  })
})
