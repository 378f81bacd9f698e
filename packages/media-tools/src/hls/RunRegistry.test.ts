import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { LiveRun } from "./LiveRun.ts"
import type { LiveSegment } from "./LiveSegment.ts"
import { type RunQuestion, RunRegistry } from "./RunRegistry.ts"
import type { HlsDescription } from "./HlsEngine.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
afterEach(() => void vi.useRealTimers())

const description = { generation: "g" } as HlsDescription
/** 200 segments of five parts each. */
const parts = {
  frames: Array.from({ length: 1_001 }, (_, i) => i * 50),
  segments: Array.from({ length: 1_000 }, (_, i) => Math.floor(i / 5)),
  firsts: Array.from({ length: 201 }, (_, n) => n * 5)
}
const runOf = (videoId: string, from: number, changes: Partial<LiveRun["options"]> = {}) =>
  new LiveRun({
    ...{
      videoId,
      generation: "g",
      choice: "",
      height: 720,
      isCopy: false,
      from,
      startPart: 0,
      parts,
      to: 100
    },
    ...changes
  })

const start = (videoId: string, height: number, changes: Partial<RunQuestion> = {}): RunQuestion => ({
  ...{ videoId, generation: "g", height, isCopy: false, user: undefined },
  ...changes
})

it("shares a run that is writing the requested segment or will write it next", () => {
  const registry = new RunRegistry(4, 2)
  registry.add(runOf("a", 5))
  expect(registry.reaching("a", description, 720, 5)).toBeDefined()
  expect(registry.reaching("a", description, 720, 6)).toBeDefined()
  expect(registry.reaching("a", description, 720, 7)).toBeUndefined()
  expect(registry.reaching("a", description, 720, 4)).toBeUndefined()
  expect(registry.reaching("a", description, 480, 5)).toBeUndefined()
  expect(registry.reaching("a", { ...description, generation: "h" }, 720, 5)).toBeUndefined()
})

it("shares a run that is writing the requested part or will write it next", () => {
  const run = runOf("a", 5, { startPart: 2 })
  expect([1, 2, 3, 4].map((part) => run.canServe(5, part))).toEqual([false, true, true, false])
  expect(run.canServe(5)).toBe(false)
  expect(run.canServe(6)).toBe(true)
  const segment = { n: 5, firstPart: 2, hasBegun: (part: number) => part >= 2 } as LiveSegment
  run.started(segment)
  run.started(segment)
  expect([2, 3, 4].map((part) => run.canServe(5, part))).toEqual([true, true, true])
  expect([0, 1].map((part) => run.canServe(6, part))).toEqual([false, false])
  run.finished(5)
  expect([0, 1, 2].map((part) => run.canServe(6, part))).toEqual([true, true, false])
})

it("limits the number of encoders and evicts the encoder that was idle longest", () => {
  const registry = new RunRegistry(2, 2)
  const first = runOf("a", 0)
  registry.add(first)
  vi.advanceTimersByTime(1_000)
  registry.add(runOf("b", 0))
  expect(registry.runsToEvict(start("c", 720, { isCopy: false }))).toBeUndefined()
  expect(registry.runsToEvict(start("c", 720, { isCopy: true }))).toEqual([])
  vi.advanceTimersByTime(5_000)
  expect(registry.runsToEvict(start("c", 720, { isCopy: false }))).toEqual([first])
})

it("allows at most three runs of one rendition", () => {
  const registry = new RunRegistry(10, 2)
  for (const from of [0, 20, 40]) registry.add(runOf("a", from))
  expect(registry.runsToEvict(start("a", 720, { isCopy: false }))).toBeUndefined()
  expect(registry.runsToEvict(start("a", 480, { isCopy: false }))).toEqual([])
})

it("ends a run that had no request for 30 s", () => {
  const registry = new RunRegistry(2, 2)
  const run = runOf("a", 0)
  registry.add(run)
  vi.advanceTimersByTime(29_000)
  run.ask(1, "x")
  vi.advanceTimersByTime(29_000)
  expect(registry.expired()).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(registry.expired()).toEqual([run])
})

it("finds the runs that a viewer abandoned", () => {
  const registry = new RunRegistry(2, 2)
  const own = runOf("a", 0)
  const shared = runOf("a", 50)
  own.ask(0, "x")
  shared.ask(50, "x")
  shared.ask(50, "y")
  registry.add(own)
  registry.add(shared)
  vi.advanceTimersByTime(1)
  expect(registry.abandonedBy("a", "x", performance.now())).toEqual([own])
  // The run was requested after `since`, so the viewer is using it.
  expect(registry.abandonedBy("a", "x", performance.now() - 1)).toEqual([])
})

it("pauses a run that is more than three segments ahead, and resumes it on request", async () => {
  const run = runOf("a", 0)
  for (let n = 0; n < 4; n++) run.finished(n)
  expect(run.isPaused()).toBe(true)
  let isOpen = false
  const gate = run.gate().then(() => (isOpen = true))
  await Promise.resolve()
  expect(isOpen).toBe(false)
  run.ask(1, undefined)
  await gate
  expect(isOpen).toBe(true)
})

it("allows two encoders per user, not counting copies and shared runs", () => {
  const registry = new RunRegistry(6, 2)
  const first = runOf("a", 0)
  const second = runOf("b", 0)
  const shared = runOf("c", 0)
  const copy = runOf("d", 0, { isCopy: true })
  for (const run of [first, second, shared, copy]) {
    registry.add(run)
    run.ask(0, "x", "ada")
  }
  shared.ask(0, "y", "grace")
  expect(registry.isUserFull("ada")).toBe(true)
  expect(registry.isUserFull("grace")).toBe(false)
  expect(registry.runsToEvict(start("e", 720, { user: "ada" }))).toBeUndefined()
  expect(registry.runsToEvict(start("e", 720, { user: "ada", isCopy: true }))).toEqual([])
  expect(registry.runsToEvict(start("e", 720, { user: "grace" }))).toEqual([])
  expect(registry.runsToEvict(start("e", 720))).toEqual([])
  vi.advanceTimersByTime(4_000)
  second.ask(1, "x", "ada")
  vi.advanceTimersByTime(2_000)
  expect(registry.runsToEvict(start("e", 720, { user: "ada" }))).toEqual([first])
})

it("notifies a listener once when the next encoder starts, and ignores copies", () => {
  const registry = new RunRegistry(4, 2)
  const [one, gone] = [vi.fn(), vi.fn()]
  registry.onEncode(one)
  registry.onEncode(gone)()
  registry.add(runOf("a", 0, { isCopy: true }))
  expect(one).not.toHaveBeenCalled()
  registry.add(runOf("a", 0))
  registry.add(runOf("b", 0))
  expect([one.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0])
})
