import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"
import { keepRoom } from "./KeepRoom.ts"

it("delays a run only for the first disk measurement, and for the first one after a failure", async () => {
  let time = 0
  let count = 0
  const counted = Effect.sync(() => (count += 1))
  const settled = Effect.repeatN(Effect.yieldNow(), 20)
  const full = Effect.zipRight(counted, Effect.fail("full"))
  const program = Effect.gen(function* () {
    const room = keepRoom(yield* Effect.scope, () => time)
    yield* room.beforeRun(counted)
    yield* room.beforeRun(counted)
    expect(count).toBe(1)

    const disk = yield* Effect.makeLatch(false)
    time = 31_000
    yield* room.beforeRun(Effect.zipRight(counted, disk.await))
    yield* settled
    expect(count).toBe(2)
    // The previous measurement is still running, so no second one is started.
    time = 62_000
    yield* room.beforeRun(counted)
    yield* settled
    expect(count).toBe(2)
    yield* disk.open
    yield* settled

    yield* room.beforeRun(full)
    yield* settled
    expect(yield* Effect.flip(room.beforeRun(full))).toBe("full")
    expect(count).toBe(4)
  })
  await Effect.runPromise(Effect.scoped(program))
})

it("starts only one new measurement after an interrupted measurement", async () => {
  let time = 0
  let count = 0
  const counted = Effect.sync(() => (count += 1))
  const program = Effect.gen(function* () {
    const room = keepRoom(yield* Effect.scope, () => time)
    yield* room.beforeRun(counted)
    const fiber = yield* Effect.fork(room.measured(counted))
    yield* Fiber.interrupt(fiber)
    const before = count
    const disk = yield* Effect.makeLatch(false)
    time = 31_000
    yield* room.beforeRun(Effect.zipRight(counted, disk.await))
    yield* Effect.repeatN(Effect.yieldNow(), 20)
    time = 62_000
    yield* room.beforeRun(counted)
    yield* Effect.repeatN(Effect.yieldNow(), 20)
    expect(count - before).toBe(1)
  })
  await Effect.runPromise(Effect.scoped(program))
})
