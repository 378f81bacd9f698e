// @vitest-environment node
import { beforeEach, describe, expect, it } from "vitest"
import { makePacer } from "./pacer"
import { handClock, type HandClock } from "./testing"

const FRAME_MS = 1_000 / 60

describe("the pacer", () => {
  let clock: HandClock
  let flushes: number[]
  let pacer: ReturnType<typeof makePacer>
  beforeEach(() => {
    clock = handClock(10_000)
    flushes = []
    pacer = makePacer(clock, () => flushes.push(clock.now()))
  })
  const change = (): void => {
    pacer.count(1)
    pacer.schedule()
  }
  /** Reports one change every `everyMs` for `ms` milliseconds. Returns the time of the last change. */
  const stream = (everyMs: number, ms: number): number => {
    const begin = clock.now()
    let last = begin
    let next = begin
    for (let at = begin; at < begin + ms; at += FRAME_MS) {
      for (; next <= at; next += everyMs) {
        change()
        last = at
      }
      clock.frame(at)
    }
    return last
  }
  const perSecond = (from: number): number =>
    flushes.filter((flush) => flush >= from && flush < from + 1_000).length

  it("shows the first change in the next frame", () => {
    change()
    clock.frame(10_016)
    expect(flushes).toEqual([10_016])
  })

  it("shows each change immediately while there are few changes", () => {
    for (let at = 10_000; at < 12_000; at += 200) {
      clock.frame(at)
      change()
      clock.frame(at + 16)
    }
    expect(flushes).toHaveLength(10)
  })

  it("updates the display at most four times per second while 25 rows change per second", () => {
    stream(40, 5_000)
    expect(flushes[0]).toBeLessThanOrEqual(10_017)
    for (let from = 11_000; from <= 14_000; from += 100) expect(perSecond(from)).toBeLessThanOrEqual(4)
    expect(perSecond(11_000)).toBeGreaterThanOrEqual(3)
    expect(clock.framesRequested()).toBeLessThanOrEqual(flushes.length + 2)
  })

  it("shows the last change soon after a busy period", () => {
    const last = stream(40, 3_000)
    for (let at = clock.now(); at < last + 400; at += FRAME_MS) clock.frame(at)
    const final = flushes.at(-1) ?? 0
    expect(final).toBeGreaterThanOrEqual(last)
    expect(final - last).toBeLessThanOrEqual(270)
  })

  it("shows changes immediately again after a busy period", () => {
    stream(40, 3_000)
    clock.frame(clock.now() + 1_000)
    clock.frame(clock.now() + 1_000)
    change()
    const requested = clock.now()
    clock.frame(requested + 16)
    expect(flushes.at(-1)).toBe(requested + 16)
  })

  it("counts each changed row, not each message", () => {
    pacer.count(40)
    pacer.schedule()
    clock.frame(10_016)
    change()
    clock.frame(10_130)
    expect(flushes).toEqual([10_016])
    clock.frame(10_270)
    expect(flushes).toEqual([10_016, 10_270])
  })
})
