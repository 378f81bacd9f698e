import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { createHash } from "node:crypto"
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { FileHasher } from "./FileHasher.ts"
import { liveFileHasher } from "./LiveFileHasher.ts"
import { oshash } from "./Oshash.ts"

const runtime = ManagedRuntime.make(liveFileHasher)
let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "media-hash-"))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await runtime.dispose()
})

const hash = (path: string | Buffer, onBytes: (bytes: number) => void = () => undefined) =>
  Effect.flatMap(FileHasher, (hasher) => hasher.hash(path, onBytes))
const file = (name: string, bytes: Buffer): string => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

it.each([0, 5, 8, 9, 1_000, 65_535, 65_536, 65_543, 131_072, 1_048_576, 1_048_577, 2_500_001])(
  "returns MD5 and oshash of %i bytes",
  async (length) => {
    const bytes = Buffer.alloc(length).map((_, index) => (index * 7 + (index >> 8)) & 255)
    const path = file(`${length}.bin`, Buffer.from(bytes))
    expect(await runtime.runPromise(hash(path))).toMatchObject({
      md5: createHash("md5").update(bytes).digest("hex"),
      oshash: (await oshash(path)) ?? null,
      size: length
    })
  }
)

it("returns the published oshash of known contents", async () => {
  const text = "this is a test".repeat(2 ** 15)
  expect((await runtime.runPromise(hash(file("regular", Buffer.from(text))))).oshash).toBe("6a0eba04654d0b9b")
  expect((await runtime.runPromise(hash(file("small", Buffer.from("hello world"))))).oshash).toBe(
    "d3e392dee38cd4df"
  )
})

it("reports why a file cannot be read", async () => {
  const answer = await runtime.runPromise(Effect.flip(hash(join(folder, "none"))))
  expect(answer.reason).toBe("The file cannot be read (ENOENT).")
  expect((await runtime.runPromise(Effect.flip(hash(folder)))).reason).toMatch(/EISDIR/)
  expect((await runtime.runPromise(hash(file("after", Buffer.from("0123456789"))))).size).toBe(10)
})

it("reads a name that is not UTF-8", async () => {
  const name = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff, 0xe9])])
  writeFileSync(name, "0123456789")
  expect((await runtime.runPromise(hash(name))).md5).toBe("781e5e245d69b566979b86e28d23f2c7")
})

it("stops when interrupted and reports a file that changes while it is read", async () => {
  const path = join(folder, "large")
  writeFileSync(path, "x")
  // A sparse file of 4 GiB takes no space on disk, but hashing it takes seconds.
  truncateSync(path, 4 * 1024 ** 3)
  const once = () => {
    let tell = (_: number): void => undefined
    const far = new Promise<number>((resolve) => (tell = resolve))
    return { far, fiber: runtime.runFork(hash(path, (bytes) => tell(bytes))) }
  }
  const canceled = once()
  expect(await canceled.far).toBeGreaterThan(0)
  await runtime.runPromise(Fiber.interrupt(canceled.fiber))
  const changing = once()
  await changing.far
  appendFileSync(path, "y")
  const answer = await runtime.runPromise(Effect.flip(Fiber.join(changing.fiber)))
  expect(answer).toMatchObject({ code: "changed" })
})
