import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeEach, expect, it, vi } from "vitest"
import { openArchive } from "./OpenArchive.ts"
import type * as Reading from "./ReadDirectory.ts"
import { cachedBytes } from "./DirectoryCache.ts"
import { madeArchive } from "./testing/MadeArchive.ts"

const folder = mkdtempSync(join(tmpdir(), "directories-"))
const reading = vi.hoisted(() => vi.fn())
vi.mock("./ReadDirectory.ts", async (original) => {
  const module = await original<typeof Reading>()
  reading.mockImplementation(module.readDirectory)
  return { ...module, readDirectory: reading }
})
beforeEach(() => {
  reading.mockClear()
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 })
})
afterAll(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const path = (name: string) => join(folder, name)
const write = (name: string, ...contents: ReadonlyArray<string>) =>
  writeFileSync(
    path(name),
    madeArchive({ entries: contents.map((content, n) => ({ name: `${n}.txt`, content, method: 0 })) })
  )
const read = (name: string, index = 0) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(openArchive(folder, path(name)), (archive) => archive.read(index, 100)))
  ).then(String)

it("does not read an archive's directory again until the archive changes", async () => {
  write("a.zip", "one", "two")
  expect([await read("a.zip"), await read("a.zip", 1), await read("a.zip")]).toEqual(["one", "two", "one"])
  expect(reading).toHaveBeenCalledTimes(1)
  // The new file has the same size as the old one, but its modification and change times differ.
  write("a.zip", "uno", "due")
  utimesSync(path("a.zip"), new Date(0), new Date(0))
  expect(await read("a.zip")).toBe("uno")
  expect(reading).toHaveBeenCalledTimes(2)
})

it("does not cache the directory of an archive that was just written", async () => {
  vi.useRealTimers()
  write("young.zip", "one")
  expect([await read("young.zip"), await read("young.zip")]).toEqual(["one", "one"])
  expect(reading).toHaveBeenCalledTimes(2)
})

it("evicts the least recently used directory when the cache exceeds its memory limit", async () => {
  const many = Array.from({ length: 18_000 }, () => "")
  for (const name of ["1.zip", "2.zip", "3.zip"]) {
    write(name, ...many)
    await read(name)
  }
  expect(cachedBytes()).toBeLessThanOrEqual(24 * 1024 ** 2)
  await read("3.zip")
  expect(reading).toHaveBeenCalledTimes(3)
  await read("1.zip")
  expect(reading).toHaveBeenCalledTimes(4)
})

it("does not cache a directory that contains very long names", async () => {
  const entries = Array.from({ length: 120 }, (_, n) => ({
    name: String(n).padEnd(65_000, "x"),
    content: "",
    method: 0 as const
  }))
  writeFileSync(path("long.zip"), madeArchive({ entries }))
  await read("long.zip")
  await read("long.zip")
  expect(reading).toHaveBeenCalledTimes(2)
})
