// @vitest-environment node
import type { ItemsChanged, ItemTarget } from "@media/features/app/bulk/contract"
import { describe, expect, it, vi } from "vitest"
import { everything, nothing, type Selection, withItems } from "../selection/selection"
import { type BulkResult, countSelection, runBulk } from "./bulk"

const answer = (over: Partial<ItemsChanged> = {}): ItemsChanged => ({
  batchId: "b1",
  matched: 3,
  changed: 3,
  unchanged: 0,
  failedCount: 0,
  failed: [],
  next: null,
  ...over
})
const filter = { kind: "video" } as const
const run = (selection: Selection, send: (target: ItemTarget) => Promise<ItemsChanged>, stopAfter = 99) => {
  const seen: Array<BulkResult> = []
  const result = runBulk(
    { selection, filter },
    {
      send,
      expected: 7_000,
      onProgress: (one) => seen.push(one),
      isStopped: () => seen.length >= stopAfter
    }
  )
  return { result, seen }
}
const ids = (count: number) => Array.from({ length: count }, (_unused, index) => `i${index}`)

describe("bulk actions", () => {
  it("splits many ids into several requests that belong to one batch", async () => {
    const send = vi.fn((_target: ItemTarget) => Promise.resolve(answer({ changed: 2 })))
    const { result } = run(withItems(nothing, ids(5_001), true), send)
    expect(await result).toMatchObject({ changed: 4, isPartial: false })
    expect(send.mock.calls.map(([{ batchId, ids }]) => [ids?.length, batchId])).toEqual([
      [5_000, undefined],
      [1, "b1"]
    ])
  })

  it("repeats the request until the server has processed all matching items", async () => {
    const next = { after: "a", until: "z" }
    const send = vi
      .fn<(target: ItemTarget) => Promise<ItemsChanged>>()
      .mockResolvedValueOnce(answer({ changed: 5_000, next }))
      .mockResolvedValueOnce(answer({ changed: 1_998, failedCount: 1 }))
    const { result, seen } = run(withItems(everything, ["i1"], false), send)
    expect(await result).toMatchObject({ changed: 6_998, failedCount: 1 })
    const target = { filter, except: ["i1"], expected: 7_000 }
    expect(send.mock.calls.map(([sent]) => sent)).toEqual([
      target,
      { ...target, cursor: next, batchId: "b1" }
    ])
    expect(seen.map(({ changed }) => changed)).toEqual([5_000, 6_998])
  })

  it("keeps the results so far if the action is stopped or a request fails", async () => {
    const next = { after: "a", until: "z" }
    const endless = vi.fn(() => Promise.resolve(answer({ next })))
    expect(await run(everything, endless, 2).result).toMatchObject({ changed: 6, isPartial: true })
    const failing = vi
      .fn(endless)
      .mockResolvedValueOnce(answer({ next }))
      .mockRejectedValueOnce(new Error("gone"))
    expect(await run(everything, failing).result).toMatchObject({ changed: 3, isPartial: true })
    await expect(run(everything, () => Promise.reject(new Error("gone"))).result).rejects.toThrow("gone")
  })

  it("uses dry runs to count the selected items", async () => {
    const send = vi.fn((_target: ItemTarget) => Promise.resolve(answer({ matched: 4 })))
    expect(await countSelection({ selection: everything, filter }, send)).toBe(4)
    expect(send).toHaveBeenLastCalledWith({ filter, dryRun: true })
    expect(await countSelection({ selection: withItems(nothing, ids(5_001), true), filter }, send)).toBe(8)
  })
})
