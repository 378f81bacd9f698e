import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { AssetFolder, type AssetStamp } from "./AssetFolder.ts"
import type { AssetKind } from "./AssetKind.ts"
import { AssetStore } from "./AssetStore.ts"
import { liveAssetStore } from "./LiveAssetStore.ts"
import { isTemporaryOf, writeAtomically } from "./WriteAtomically.ts"

const root = mkdtempSync(join(tmpdir(), "assets-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let next = 0
const makeKind = (): AssetKind => ({
  name: "test",
  folder: join(root, `kind-${next++}`),
  limits: { maxBytes: 0, minFreeBytes: 0 },
  isKept: () => false,
  recordedBytes: () => Promise.resolve(undefined)
})

const use = <A, E>(effect: Effect.Effect<A, E, AssetStore>) =>
  Effect.runPromise(effect.pipe(Effect.provide(liveAssetStore)))

const fill = (kind: AssetKind, itemId: string, ...names: ReadonlyArray<string>) => {
  mkdirSync(join(kind.folder, itemId), { recursive: true })
  for (const name of names) writeFileSync(join(kind.folder, itemId, name), "x")
}

describe("the folder of an item", () => {
  const stamp = (generation: string, sizeBytes = 1): AssetStamp => ({ generation, sizeBytes, mtimeMs: 5 })
  const begin = (folder: AssetFolder, of: AssetStamp) => {
    let prepared = false
    return folder
      .begin(
        of,
        (name, isSameSource) => isSameSource && name === "sprite.jpg",
        () => {
          prepared = true
          return folder.write("list.txt", "list")
        }
      )
      .then(() => prepared)
  }

  it("clears the folder of an item if the generation differs", async () => {
    const folder = new AssetFolder(join(root, "generation"))
    expect(await begin(folder, stamp("a"))).toBe(true)
    for (const name of ["1.ts", "sprite.jpg", ".busy-other"]) writeFileSync(folder.file(name), "")
    expect(await begin(folder, stamp("a"))).toBe(false)
    expect(await folder.names()).toContain("1.ts")
    expect(await begin(folder, { ...stamp("b"), mtimeMs: 5.4 })).toBe(true)
    expect([...(await folder.names())].sort()).toEqual([
      ".busy-other",
      "generation.json",
      "list.txt",
      "sprite.jpg"
    ])
    await begin(folder, stamp("c", 2))
    expect(await folder.names()).not.toContain("sprite.jpg")
  })

  it("clears the folder of an item if the stamp is damaged", async () => {
    const folder = new AssetFolder(join(root, "damaged"))
    await begin(folder, stamp("a"))
    for (const text of ["", "{", '{"generation":1}', "null"]) {
      writeFileSync(folder.file("generation.json"), text)
      expect(await folder.stamp()).toBeUndefined()
      expect(await begin(folder, stamp("a"))).toBe(true)
    }
  })

  it("leaves no partially written file after a failed write", async () => {
    const path = join(root, "whole.json")
    await writeAtomically(path, "first")
    await expect(writeAtomically(join(root, "nowhere", "x.json"), "x")).rejects.toMatchObject({
      code: "ENOENT"
    })
    mkdirSync(join(root, "taken.json"))
    await expect(writeAtomically(join(root, "taken.json"), "x")).rejects.toThrow()
    expect(readdirSync(root).filter((name) => name.endsWith(".tmp"))).toEqual([])
    const isJson = (name: string) => name.endsWith(".json")
    expect(isTemporaryOf(".a.json.0123456789ab.tmp", isJson)).toBe(true)
    expect(isTemporaryOf(".720p_0.0123456789ab.tmp", isJson)).toBe(false)
  })
})

describe("sweep", () => {
  const sweep = (kind: AssetKind, existing: ReadonlyArray<string>, busy = "") =>
    use(
      Effect.flatMap(AssetStore, (store) =>
        store.sweep(
          kind,
          (id) => id === busy,
          (ids) => Effect.succeed(new Set(ids.filter((id) => existing.includes(id))))
        )
      )
    )

  it("sweeps the folders of deleted items, but not busy or unrelated folders", async () => {
    const kind = makeKind()
    for (const id of ["kept", "gone", "busy", "leased", "died", ".hidden", "not an id"])
      fill(kind, id, "1.ts")
    fill(kind, "leased", ".busy-0123456789ab")
    fill(kind, "died", ".busy-0123456789ab")
    const old = statSync(kind.folder).mtimeMs / 1_000 - 600
    utimesSync(join(kind.folder, "died", ".busy-0123456789ab"), old, old)
    expect([...(await sweep(kind, ["kept"], "busy"))].sort()).toEqual(["died", "gone"])
    expect(readdirSync(kind.folder).sort()).toEqual([".hidden", "busy", "kept", "leased", "not an id"])
  })

  it("sweeps no folders if the query for existing items fails", async () => {
    const kind = makeKind()
    for (let i = 0; i < 1_100; i++) mkdirSync(join(kind.folder, `i${i}`), { recursive: true })
    const sizes: Array<number> = []
    const removed = await use(
      Effect.gen(function* () {
        const store = yield* AssetStore
        const failed = yield* Effect.either(
          store.sweep(
            kind,
            () => false,
            () => Effect.fail("away")
          )
        )
        expect(failed).toMatchObject({ left: "away" })
        expect(readdirSync(kind.folder)).toHaveLength(1_100)
        return yield* store.sweep(
          kind,
          () => false,
          (ids) => {
            sizes.push(ids.length)
            return Effect.succeed(new Set(ids.slice(1)))
          }
        )
      })
    )
    expect(sizes).toEqual([500, 500, 100])
    expect(removed).toHaveLength(3)
  })

  it("sweeps nothing if the folder of a kind does not exist yet", async () => {
    expect(await sweep(makeKind(), [])).toEqual([])
  })
})

describe("leases", () => {
  const leasesIn = (kind: AssetKind, id: string) =>
    readdirSync(join(kind.folder, id)).filter((name) => name.startsWith(".busy"))

  it("protects a leased item from eviction and sweeps by other processes", async () => {
    const kind = makeKind()
    fill(kind, "a", "1.ts")
    let isBusy = true
    const program = Effect.gen(function* () {
      const store = yield* AssetStore
      yield* store.lease(kind, "a", () => isBusy)
      const lease = join(kind.folder, "a", leasesIn(kind, "a")[0]!)
      const first = statSync(lease).mtimeMs
      // Only the Effect clock is simulated. File operations take real time.
      const after = (duration: "31 seconds") =>
        Effect.zipRight(
          TestClock.adjust(duration),
          Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 200)))
        )
      yield* after("31 seconds")
      expect(statSync(lease).mtimeMs).toBeGreaterThan(first + 20_000)
      yield* store.enforceBound(kind, () => false)
      yield* store.sweep(
        kind,
        () => false,
        () => Effect.succeed(new Set<string>())
      )
      expect(existsSync(join(kind.folder, "a", "1.ts"))).toBe(true)
      isBusy = false
      yield* after("31 seconds")
      expect(leasesIn(kind, "a")).toEqual([])
      yield* store.enforceBound(kind, () => false)
      expect(existsSync(join(kind.folder, "a", "1.ts"))).toBe(false)
    })
    // The simulated clock starts in 1970. It is set to a realistic date before the store starts, because moving it
    // later would run every lease renewal in between.
    await Effect.runPromise(
      Effect.zipRight(
        TestClock.setTime(2_000_000_000_000),
        program.pipe(Effect.provide(liveAssetStore))
      ).pipe(Effect.provide(TestContext.TestContext))
    )
  })

  it("releases leases when the process exits normally", async () => {
    const kind = makeKind()
    fill(kind, "a", "1.ts")
    const held = Effect.flatMap(AssetStore, (store) =>
      Effect.zipRight(
        store.lease(kind, "a", () => true),
        Effect.never
      )
    )
    const fiber = Effect.runFork(held.pipe(Effect.provide(liveAssetStore)))
    await expect.poll(() => leasesIn(kind, "a")).toHaveLength(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(leasesIn(kind, "a")).toEqual([])
  })

  it("fails to create a lease if the folder is not writable", async () => {
    const kind = makeKind()
    mkdirSync(root, { recursive: true })
    writeFileSync(kind.folder, "a file is in its place")
    const failed = await use(
      Effect.flatMap(AssetStore, (store) => Effect.either(store.lease(kind, "a", () => true)))
    )
    expect(failed).toMatchObject({ left: { _tag: "AssetFailure", code: "ENOTDIR" } })
  })
})

it("rejects an item id that is not a plain folder name", async () => {
  const kind = makeKind()
  const folderOf = (id: string) =>
    use(Effect.flatMap(AssetStore, (store) => Effect.sync(() => store.folder(kind, id).directory)))
  expect(await folderOf("0190-a")).toBe(join(kind.folder, "0190-a"))
  for (const id of ["..", "a/b", "", ".a", "a\0", "a".repeat(200)])
    await expect(folderOf(id)).rejects.toThrow(/item id/)
})
