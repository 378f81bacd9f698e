import { describe, expect, it } from "vitest"
import { LiveRun } from "./LiveRun.ts"
import type { LiveSegment } from "./LiveSegment.ts"

const tenSegments = {
  frames: Array.from({ length: 11 }, (_, n) => n * 250),
  segments: Array.from({ length: 10 }, (_, n) => n),
  firsts: Array.from({ length: 11 }, (_, n) => n)
}

const runFrom = (from: number): LiveRun =>
  new LiveRun({
    videoId: "v",
    generation: "g",
    choice: "",
    height: 480,
    isCopy: false,
    from,
    startPart: 0,
    parts: tenSegments,
    to: 10
  })

describe("a run for live viewers", () => {
  it("creates segments up to three after the requested segment", () => {
    const run = runFrom(2)
    run.ask(2, "a")
    for (const n of [2, 3, 4]) run.finished(n)
    expect(run.isPaused()).toBe(false)
    run.finished(5)
    expect(run.isPaused()).toBe(true)
  })

  it("pauses once its only reader disconnects and resumes on the next request", async () => {
    const run = runFrom(2)
    run.ask(2, "a")
    const leaving = new AbortController()
    void run.waitFor(2, undefined, leaving.signal)
    expect(run.isPaused()).toBe(false)
    leaving.abort()
    expect(run.isPaused()).toBe(true)
    const gate = run.gate()
    run.ask(2, "b")
    await gate
    expect(run.isPaused()).toBe(false)
  })

  it("continues for the other readers when one reader disconnects", () => {
    const run = runFrom(2)
    run.ask(2, "a")
    const leaving = new AbortController()
    void run.waitFor(2, undefined, leaving.signal)
    void run.waitFor(2, undefined, new AbortController().signal)
    leaving.abort()
    expect(run.isPaused()).toBe(false)
  })

  it("continues for a new reader even if an earlier reader disconnected", async () => {
    const run = runFrom(2)
    run.ask(2, "a")
    const waiting = run.waitFor(2, undefined, new AbortController().signal)
    run.left()
    const begun = { n: 2, firstPart: 0, readerCount: 0, hasBegun: () => true } as unknown as LiveSegment
    run.started(begun)
    expect(await waiting).toBe(begun)
    const gate = run.gate()
    run.joined()
    await gate
    expect(run.isPaused()).toBe(false)
  })
})
