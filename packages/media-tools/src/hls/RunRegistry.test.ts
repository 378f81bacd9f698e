import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { LiveRun } from "./LiveRun.ts"
import { RunRegistry } from "./RunRegistry.ts"
import type { HlsDescription } from "./HlsEngine.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
afterEach(() => void vi.useRealTimers())

const description = { generation: "g" } as HlsDescription
const runOf = (videoId: string, from: number, changes: Partial<LiveRun["options"]> = {}) =>
  new LiveRun({ videoId, generation: "g", height: 720, isCopy: false, from, to: 100, ...changes })

it("shares a run that writes the segment now or next, not one further off or of another generation", () => {
  const registry = new RunRegistry(4)
  registry.add(runOf("a", 5))
  expect(registry.reaching("a", description, 720, 5)).toBeDefined()
  expect(registry.reaching("a", description, 720, 6)).toBeDefined()
  expect(registry.reaching("a", description, 720, 7)).toBeUndefined()
  expect(registry.reaching("a", description, 720, 4)).toBeUndefined()
  expect(registry.reaching("a", description, 480, 5)).toBeUndefined()
  expect(registry.reaching("a", { ...description, generation: "h" }, 720, 5)).toBeUndefined()
})

it("has room for so many encoders; copies are not counted; the longest idle one goes", () => {
  const registry = new RunRegistry(2)
  const first = runOf("a", 0)
  registry.add(first)
  vi.advanceTimersByTime(1_000)
  registry.add(runOf("b", 0))
  expect(registry.runsToEvict("c", 720, false)).toBeUndefined()
  expect(registry.runsToEvict("c", 720, true)).toEqual([])
  vi.advanceTimersByTime(5_000)
  expect(registry.runsToEvict("c", 720, false)).toEqual([first])
})

it("has at most three runs of one rendition", () => {
  const registry = new RunRegistry(10)
  for (const from of [0, 20, 40]) registry.add(runOf("a", from))
  expect(registry.runsToEvict("a", 720, false)).toBeUndefined()
  expect(registry.runsToEvict("a", 480, false)).toEqual([])
})

it("ends runs that no one asked of for 30 s", () => {
  const registry = new RunRegistry(2)
  const run = runOf("a", 0)
  registry.add(run)
  vi.advanceTimersByTime(29_000)
  run.ask(1, "x")
  vi.advanceTimersByTime(29_000)
  expect(registry.expired()).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(registry.expired()).toEqual([run])
})

it("knows whose run it is", () => {
  const registry = new RunRegistry(2)
  const mine = runOf("a", 0)
  const shared = runOf("a", 50)
  mine.ask(0, "x")
  shared.ask(50, "x")
  shared.ask(50, "y")
  registry.add(mine)
  registry.add(shared)
  expect(registry.abandonedBy("a", "x")).toEqual([mine])
})

it("stands still three segments ahead and goes on when asked", async () => {
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
