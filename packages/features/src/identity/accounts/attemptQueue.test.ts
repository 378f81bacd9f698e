import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"
import { makeAttemptQueue, type AttemptQueueOptions, type Lane } from "./attemptQueue.ts"

const setUp = (options: Partial<AttemptQueueOptions> = {}) => {
  const queue = makeAttemptQueue({ slots: 1, perLane: 10, perAddress: 5, maxWaitMillis: 5_000, ...options })
  const order: Array<string> = []
  const ends = new Map<string, () => void>()
  let running = 0
  let most = 0
  const start = (address: string, lane: Lane = "fresh", name = address) => {
    const attempt = Effect.async<string>((resume) => {
      running += 1
      most = Math.max(most, running)
      order.push(name)
      ends.set(name, () => resume(Effect.succeed(name)))
    }).pipe(Effect.ensuring(Effect.sync(() => (running -= 1))))
    return Effect.runFork(Effect.either(queue.run(address, lane, attempt)))
  }
  const tick = () => new Promise((resolve) => setTimeout(resolve, 5))
  /** Ends running attempts until no attempt runs or waits. */
  const drain = async () => {
    for (let n = 0; n < 500; n += 1) {
      await tick()
      if (running === 0) return
      for (const [name, end] of [...ends]) {
        ends.delete(name)
        end()
      }
    }
  }
  return { start, tick, drain, order, ends, most: () => most }
}
const outcome = async (fiber: Fiber.RuntimeFiber<{ readonly _tag: string }>) =>
  (await Effect.runPromise(Fiber.join(fiber)))._tag

it("runs attempts of known addresses first and of suspect addresses last", async () => {
  const { drain, order, start, tick } = setUp()
  start("running")
  await tick()
  for (const n of [1, 2]) start(`suspect ${n}`, "suspect")
  for (const n of [1, 2]) start(`fresh ${n}`)
  for (const n of [1, 2]) start(`known ${n}`, "known")
  await drain()
  expect(order).toEqual(["running", "known 2", "known 1", "fresh 2", "fresh 1", "suspect 2", "suspect 1"])
})

it("runs attempts of one address in sequence, and attempts of different addresses in parallel", async () => {
  const { drain, most, order, start, tick } = setUp({ slots: 2 })
  for (const n of [1, 2, 3]) start("a", "fresh", `a${n}`)
  await tick()
  expect(order).toEqual(["a1"])
  start("b")
  await tick()
  expect(order).toEqual(["a1", "b"])
  await drain()
  expect([order, most()]).toEqual([["a1", "b", "a2", "a3"], 2])
})

it("limits waiting attempts per address and lane, and rejects the oldest attempt of a full lane", async () => {
  const { drain, order, start, tick } = setUp({ perLane: 3, perAddress: 2 })
  start("running")
  await tick()
  const [first, , third] = ["x1", "x2", "x3"].map((name) => start("x", "known", name))
  expect(await outcome(third!)).toBe("Left")
  const flood = Array.from({ length: 6 }, (_, n) => start(`f${n}`))
  for (const fiber of flood.slice(0, 3)) expect(await outcome(fiber)).toBe("Left")
  await drain()
  expect(await outcome(first!)).toBe("Right")
  expect(order).toEqual(["running", "x1", "x2", "f5", "f4", "f3"])
})

it("rejects attempts that have waited longer than the limit", async () => {
  const { drain, order, start, tick } = setUp({ maxWaitMillis: 50 })
  start("running")
  await tick()
  expect(await outcome(start("late"))).toBe("Left")
  start("next")
  await drain()
  expect(order).toEqual(["running", "next"])
})

it("continues with the next attempt if the callers of running and waiting attempts disconnect", async () => {
  const { drain, order, start, tick } = setUp()
  const running = start("running")
  await tick()
  const waiting = start("waiting")
  start("last")
  await tick()
  expect(Exit.isInterrupted(await Effect.runPromise(Fiber.interrupt(waiting)))).toBe(true)
  expect(Exit.isInterrupted(await Effect.runPromise(Fiber.interrupt(running)))).toBe(true)
  await drain()
  expect(order).toEqual(["running", "last"])
  for (let n = 0; n < 200; n += 1) {
    const fibers = ["p", "q", "r"].map((name) => start(name))
    if (n % 2 === 0) await Promise.resolve()
    await Promise.all(fibers.map((fiber) => Effect.runPromise(Fiber.interrupt(fiber))))
  }
  start("end")
  await tick()
  expect(order.at(-1)).toBe("end")
})
