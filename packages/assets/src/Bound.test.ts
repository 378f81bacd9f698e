import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import type { AssetKind, CacheLimits } from "./AssetKind.ts"
import { enforceBound } from "./Bound.ts"

const root = mkdtempSync(join(tmpdir(), "asset-bound-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
/** Returns a kind that keeps thumbnail sprites when an item is evicted, and does not record sizes. */
const kind = (folder: string, limits: CacheLimits): AssetKind => ({
  name: "test",
  folder,
  limits,
  isKept: (name) => name.endsWith("_thumbnails.jpg"),
  recordedBytes: () => Promise.resolve(undefined)
})
const NOW = 2_000_000_000_000
const HOUR = 3_600

/** Creates the folder of a video with a segment of 1,000 bytes and a thumbnail sprite, last used `hours` ago. */
const video = (id: string, hours: number) => {
  const directory = join(root, id)
  mkdirSync(directory)
  writeFileSync(join(directory, "720p_0.ts"), Buffer.alloc(1_000))
  writeFileSync(join(directory, "720p_thumbnails.jpg"), "")
  writeFileSync(join(directory, "generation.json"), "")
  utimesSync(join(directory, "generation.json"), NOW / 1_000 - hours * HOUR, NOW / 1_000 - hours * HOUR)
}

it("evicts the least recently used videos, except busy and recently used videos", async () => {
  video("old", 10)
  video("older", 20)
  video("busy", 30)
  video("recent", 0)
  video("fair", 5)
  await enforceBound(kind(root, { maxBytes: 3_000, minFreeBytes: 0 }), (id) => id === "busy", NOW)
  const kept = readdirSync(root).filter((id) => existsSync(join(root, id, "720p_0.ts")))
  expect(kept.sort()).toEqual(["busy", "fair", "recent"])
  expect(readdirSync(join(root, "older"))).toEqual(["720p_thumbnails.jpg"])
})

it("keeps busy items even if they exceed the limits", async () => {
  await enforceBound(kind(root, { maxBytes: 1, minFreeBytes: 0 }), () => true, NOW)
  expect(existsSync(join(root, "fair", "720p_0.ts"))).toBe(true)
})

it("ignores unrelated folders", async () => {
  mkdirSync(join(root, "not a video"))
  writeFileSync(join(root, "not a video", "720p_0.ts"), "x")
  await enforceBound(kind(root, { maxBytes: 1, minFreeBytes: 0 }), () => false, NOW)
  expect(existsSync(join(root, "not a video", "720p_0.ts"))).toBe(true)
})

it("keeps items that another process has leased, until the lease expires", async () => {
  const other = mkdtempSync(join(tmpdir(), "asset-bound-lease-"))
  try {
    const held = (id: string, leaseSeconds: number) => {
      mkdirSync(join(other, id))
      writeFileSync(join(other, id, "720p_0.ts"), Buffer.alloc(1_000))
      writeFileSync(join(other, id, "generation.json"), "")
      utimesSync(join(other, id, "generation.json"), NOW / 1_000 - HOUR, NOW / 1_000 - HOUR)
      const lease = join(other, id, ".busy-0123456789ab")
      writeFileSync(lease, "")
      utimesSync(lease, NOW / 1_000 - leaseSeconds, NOW / 1_000 - leaseSeconds)
    }
    held("alive", 40)
    held("dead", 130)
    const room = await enforceBound(kind(other, { maxBytes: 1, minFreeBytes: 0 }), () => false, NOW)
    expect(readdirSync(join(other, "alive"))).toContain("720p_0.ts")
    expect(readdirSync(join(other, "dead"))).toEqual([])
    expect(room).toEqual({ used: 1_000, maxBytes: 1 })
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
})
