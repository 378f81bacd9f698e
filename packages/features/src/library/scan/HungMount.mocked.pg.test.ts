import { withoutWaiting } from "@media/testkit/HungCalls"
import { emptyLibraries, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { libraryScanProcessor } from "./processor.ts"
import { noteContext } from "@media/testkit/Library"

/** Simulates a dead network mount: the functions in `calls` never return for paths that match `paths`. */
const hung = vi.hoisted(() => ({ calls: new Set<string>(), paths: /^$/, count: 0 }))
vi.mock("node:fs/promises", async (original) => {
  const real = await original<Record<string, (...all: Array<unknown>) => unknown>>()
  const wrapped = Object.fromEntries(
    (["lstat", "open", "opendir", "stat", "realpath", "readdir"] as const).map((name) => [
      name,
      (path: string | Buffer, ...rest: Array<never>) => {
        if (!hung.calls.has(name) || !hung.paths.test(path.toString())) return real[name]?.(path, ...rest)
        hung.count += 1
        return new Promise(() => undefined)
      }
    ])
  )
  return { ...real, ...wrapped }
})

let store: Awaited<ReturnType<typeof startStore>>
let root = ""
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "scan-"))
  await emptyLibraries(store)
})
afterEach(() => {
  hang([], /^$/)
  rmSync(root, { recursive: true, force: true })
})

const hang = (calls: ReadonlyArray<string>, paths: RegExp) => {
  hung.calls = new Set(calls)
  hung.paths = paths
  hung.count = 0
}

const hangs: ReadonlyArray<readonly [string, ReadonlyArray<string>, RegExp]> = [
  ["the root", ["stat"], /scan-[^/]*$/],
  ["a folder's opening", ["open"], /shelf$/],
  ["a listing", ["opendir"], /fd/],
  ["an entry", ["lstat"], /video/],
  ["the content", ["open"], /new\.ts$/],
  ["the old path of a moved file", ["lstat"], /old\.mp4$/]
]

const prepare = async () => {
  writeTree(root, { "shelf/video 1.mp4": "a", "shelf/video 2.mp4": "bb", "old.mp4": "moves" })
  const library = await openLibrary(store, [root])
  await library.scan()
  renameSync(join(root, "old.mp4"), join(root, "shelf/old.mp4.x"))
  renameSync(join(root, "shelf/old.mp4.x"), join(root, "shelf/moved.mp4"))
  writeTree(root, { "new.ts": "G" })
  renameSync(join(root, "shelf/moved.mp4"), join(root, "shelf/old.mp4"))
  return library
}

it.each(hangs)("cancels a scan immediately while %s does not respond", async (_, calls, paths) => {
  const library = await prepare()
  hang(calls, paths)
  const payload = { libraryId: library.id, rootId: library.roots[0]!.id }
  const fiber = Effect.runFork(
    Effect.promise((signal) =>
      store.run(
        Effect.raceFirst(
          libraryScanProcessor.run(payload, noteContext()) as Effect.Effect<unknown, never, never>,
          Effect.async<void>((resume) => signal.addEventListener("abort", () => resume(Effect.void)))
        )
      )
    )
  )
  await expect.poll(() => hung.count).toBeGreaterThan(0)
  await Effect.runPromise(Fiber.interrupt(fiber))
  hang([], /^$/)
  expect((await library.videos()).filter(({ status }) => status === "missing")).toEqual([])
  await library.scan()
  expect(await library.scan()).toMatchObject({ added: 0, missing: 0, changed: 0 })
})

it("fails if the mount does not respond, without marking files as missing", async () => {
  for (let n = 0; n < 40; n += 1) writeTree(root, { [`${n}/video.mp4`]: `${n}` })
  const library = await openLibrary(store, [root])
  await library.scan()
  hang(["lstat"], /\/\d+$/)
  expect(
    await withoutWaiting(
      () => hung.count,
      () => library.failure()
    )
  ).toMatch(/does not respond/)
  hang([], /^$/)
  expect((await library.videos()).filter(({ status }) => status === "missing")).toEqual([])
  expect(await library.scan()).toMatchObject({ unchanged: 40, missing: 0 })
})
