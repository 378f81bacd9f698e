import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { convertedSound, packetsFrom, type SoundFormat } from "./ConvertedSound.ts"
import { bytesOf } from "./Pieces.ts"

const RATE = 48_000
const SECONDS = 2.345
const runtime = ManagedRuntime.make(realMediaTools)
const root = mkdtempSync(join(tmpdir(), "media-converted-"))
const source = join(root, "tone.wav")
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await runtime.dispose()
})
beforeAll(() =>
  runtime.runPromise(ffmpeg("-f", "lavfi", "-i", `sine=440:d=${SECONDS}:r=${RATE}`, "-ac", "2", source))
)

/** Returns the bytes of the whole converted file that a player receives. */
const convert = (format: SoundFormat) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sound = convertedSound(format, SECONDS)
      const { running } = yield* packetsFrom(source, sound, 0, true)
      const wanted = sound.size - sound.headerBytes
      const packets = yield* Effect.promise(async () => {
        const chunks: Array<Buffer> = []
        let length = 0
        for await (const chunk of running.stdout as AsyncIterable<Buffer>) {
          chunks.push(chunk)
          length += chunk.length
          if (length >= wanted) break
        }
        return Buffer.concat(chunks).subarray(0, wanted)
      })
      const file = join(root, `sound.${format}`)
      writeFileSync(file, Buffer.concat([bytesOf(sound.header, 0, sound.headerBytes), packets]))
      return file
    })
  )

/** Returns the decoded samples of the left channel. */
const decoded = async (file: string): Promise<Int16Array> => {
  const bytes = await runtime.runPromise(
    ffmpeg("-i", file, "-af", "pan=mono|c0=c0", "-f", "s16le", "-ar", String(RATE), "pipe:1")
  )
  return new Int16Array(Uint8Array.from(bytes).buffer)
}

// The edit list says that the last Opus packet ends early. Players apply the edit list themselves, but this decoder
// ignores it.
it.each([
  ["opus", 2_879],
  ["mp3", 0]
] as const)("writes %s whose decoded audio has no encoder delay and no padding", async (format, more) => {
  const original = await decoded(source)
  const heard = await decoded(await runtime.runPromise(convert(format)))
  expect(heard.length).toBeGreaterThanOrEqual(original.length)
  expect(heard.length).toBeLessThanOrEqual(original.length + more)
  // The signals must be aligned exactly, because a shift by a single sample already makes a difference of 6% for this
  // tone.
  const middle = original.length >> 1
  const off = Array.from({ length: 200 }, (_, n) => Math.abs(heard[middle + n]! - original[middle + n]!))
  expect(Math.max(...off)).toBeLessThan(0.03 * original.reduce((most, value) => Math.max(most, value), 0))
})
