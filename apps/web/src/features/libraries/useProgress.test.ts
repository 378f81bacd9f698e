import type { Library } from "@media/features/library/libraries/contract"
import { describe, expect, it } from "vitest"
import { nextTick, shallowRef } from "vue"
import { isBusy, rateOf, stageOf, useProgress } from "./useProgress"

const library = (
  counts: Partial<Library["counts"]>,
  ...scans: ReadonlyArray<Library["roots"][number]["scan"]>
): Library => ({
  id: "l1",
  name: "Films",
  isNsfw: false,
  contents: ["videos"],
  videosAs: "mixed",
  writeNfo: "off",
  nfoWatchedAccountId: null,
  counts: { items: 0, missing: 0, failed: 0, arriving: 0, byKind: {}, unready: {}, ...counts },
  roots: scans.map((scan, n) => ({
    id: `r${n}`,
    path: `/media/${n}`,
    enabled: true,
    recursive: true,
    lastScannedAt: null,
    scan
  })),
  createdAt: "2026-01-01T00:00:00.000Z"
})
const running = (phase: string | null, percent: number | null = null) => ({
  isRunning: true,
  phase,
  percent,
  startedAt: null
})
const waiting = { isRunning: false, phase: null, percent: null, startedAt: null }

describe("library progress", () => {
  it("adds up the files of all running scans and uses the lowest percentage", () => {
    expect(stageOf(library({}, running("1240 files in 5 folders", 40), running("10 files", 70)))).toEqual({
      kind: "scanning",
      files: 1250,
      percent: 40
    })
    expect(stageOf(library({}, running(null, 40), running("10 files")))).toEqual({
      kind: "scanning",
      files: 10,
      percent: undefined
    })
  })

  it("determines whether a library is examining files, waiting for a scan, or idle", () => {
    expect(stageOf(library({ items: 8, arriving: 2 }, null))).toEqual({
      kind: "examining",
      done: 6,
      total: 8,
      percent: 75
    })
    expect(stageOf(library({ items: 8 }, waiting))).toEqual({ kind: "waiting" })
    expect(isBusy(library({ items: 8 }, null))).toBe(false)
  })

  it("computes no rate until the samples cover enough time and show progress", () => {
    expect(
      rateOf([
        { at: 0, done: 0 },
        { at: 4_000, done: 40 }
      ])
    ).toBe(10)
    expect(
      rateOf([
        { at: 0, done: 0 },
        { at: 1_000, done: 40 }
      ])
    ).toBeUndefined()
    expect(
      rateOf([
        { at: 0, done: 40 },
        { at: 9_000, done: 40 }
      ])
    ).toBeUndefined()
    expect(rateOf([])).toBeUndefined()
  })

  it("estimates the remaining time", async () => {
    const shown = shallowRef(library({ items: 100, arriving: 100 }))
    let at = 0
    const { perSecond, secondsLeft } = useProgress(
      () => shown.value,
      () => at
    )
    at = 5_000
    shown.value = library({ items: 100, arriving: 50 })
    await nextTick()
    expect([perSecond.value, secondsLeft.value]).toEqual([10, 5])
  })
})
