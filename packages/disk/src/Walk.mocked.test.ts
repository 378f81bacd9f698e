import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { withoutWaiting } from "@media/testkit/HungCalls"
import { FileCalls, NoAnswer } from "./FileCalls.ts"
import { batchesOf, walk, type FolderVisit } from "./Walk.ts"

const hung = vi.hoisted(() => ({ name: "", paths: /^$/, count: 0 }))
vi.mock("node:fs/promises", async (original) => {
  const real = await original<Record<string, (...all: Array<unknown>) => unknown>>()
  const wrap =
    (name: string) =>
    (path: string | Buffer, ...rest: Array<unknown>) => {
      if (hung.name !== name || !hung.paths.test(path.toString())) return real[name]?.(path, ...rest)
      hung.count += 1
      return new Promise(() => undefined)
    }
  return { ...real, open: wrap("open"), opendir: wrap("opendir"), lstat: wrap("lstat") }
})

let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "walk-"))
  for (let n = 0; n < 20; n += 1) mkdirSync(join(root, `${n}`))
})
afterEach(() => {
  hung.name = ""
  rmSync(root, { recursive: true })
})

const visit = (name: string, paths: RegExp) => {
  Object.assign(hung, { name, paths, count: 0 })
  return withoutWaiting(() => hung.count, visits)
}
const visits = async () => {
  const calls = new FileCalls()
  const seen: Array<FolderVisit> = []
  try {
    const options = { recursive: true, start: Buffer.alloc(0), calls }
    for await (const one of walk(Buffer.from(root), options)) seen.push(one)
    return { visits: seen, end: "complete" }
  } catch (cause) {
    return { visits: seen, end: (cause as Error).message }
  } finally {
    calls.close()
  }
}

it("continues the walk after a folder that does not respond", async () => {
  const { end, visits } = await visit("open", /\/7$/)
  expect(end).toBe("complete")
  expect(visits.filter(({ _tag }) => _tag === "Read")).toHaveLength(20)
  expect(visits.find(({ _tag }) => _tag === "Unreadable")).toMatchObject({
    folder: Buffer.from("7"),
    reason: "The file system does not respond"
  })
})

it("ends the walk after three folders that do not respond", async () => {
  const { end } = await visit("open", /\/\d+$/)
  expect(end).toBe("The file system does not respond")
  expect(hung.count).toBe(3)
})

it("ends the walk if the root folder does not respond", async () => {
  const { end, visits } = await visit("opendir", /fd\/\d+$/)
  expect([end, visits]).toEqual(["The file system does not respond", []])
})

it("ends the walk without an unhandled rejection if examining an entry fails", async () => {
  const alone = join(root, "0")
  writeFileSync(join(alone, "a.mp4"), "a")
  const unhandled = vi.fn()
  process.on("unhandledRejection", unhandled)
  // Simulates this order of events: an entry is read, its `lstat` fails with `NoAnswer`, and only afterwards the end of
  // the folder is reached.
  class Dying extends FileCalls {
    #isLost = false
    override get stuck() {
      return 3
    }
    override async run<A>(call: Promise<A>): Promise<A> {
      const result = await call
      const isFile = (result as { isFile?: () => boolean } | null)?.isFile?.() === true
      if (isFile && typeof (result as { ino?: number }).ino === "number" && !this.#isLost) {
        this.#isLost = true
        throw new NoAnswer()
      }
      if (result === null) await sleep(20)
      return result
    }
  }
  const calls = new Dying()
  try {
    const visits = walk(Buffer.from(alone), { recursive: true, start: Buffer.alloc(0), calls })
    await expect(visits.next()).rejects.toThrow("The file system does not respond")
    expect(unhandled).not.toHaveBeenCalled()
  } finally {
    calls.close()
    process.off("unhandledRejection", unhandled)
  }
})

it("counts skipped entries toward the size of a batch", async () => {
  const skipped = Array.from({ length: 300 }, (_, n) => ({
    relative: Buffer.from(`${n}`),
    kind: "link" as const,
    reason: "Symbolic link that points outside the library",
    isError: false
  }))
  const visits = async function* (): AsyncGenerator<FolderVisit> {
    for (const name of ["a", "b", "c", "d"])
      yield { _tag: "Read", folder: Buffer.from(name), files: [], skipped, folders: [] }
  }
  const sizes: Array<number> = []
  for await (const batch of batchesOf(visits(), 500)) sizes.push(batch.length)
  expect(sizes).toEqual([2, 2])
})
