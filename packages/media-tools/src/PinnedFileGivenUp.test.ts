import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import type { FileHandle } from "node:fs/promises"
import { expect, it, vi } from "vitest"
import { pinFile } from "./PinnedFile.ts"

/** A file system that does not answer, until it does. */
const disk = vi.hoisted(() => ({ answer: (_: FileHandle): void => undefined }))
vi.mock("@media/kernel/InsideRoot", async (original) => ({
  ...(await original<object>()),
  openInside: () => new Promise<FileHandle>((resolve) => void (disk.answer = resolve))
}))

const givenUp = async (how: (fiber: Fiber.RuntimeFiber<unknown, unknown>) => Effect.Effect<unknown>) => {
  const close = vi.fn(() => Promise.reject(new Error("ENOTCONN")))
  const end = await Effect.gen(function* () {
    const fiber = yield* Effect.fork(Effect.scoped(pinFile("/root", "/root/video")))
    yield* Effect.yieldNow()
    yield* how(fiber)
    return yield* Fiber.await(fiber)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
  disk.answer({ close } as unknown as FileHandle)
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  return String(end)
}

it("a job that waits for a dead mount can be cancelled, and leaves no descriptor", async () => {
  expect(await givenUp((fiber) => Fiber.interrupt(fiber))).toContain("Interrupt")
})

it("a job that waits for a dead mount ends by itself", async () => {
  expect(await givenUp(() => TestClock.adjust("1 minute"))).toContain("does not answer")
})

it("a file that cannot be closed, since its mount died, was read all the same", async () => {
  const close = vi.fn(() => Promise.reject(new Error("ENOTCONN")))
  const stat = () => Promise.resolve({ mtimeMs: 1, size: 2 })
  const pinned = Effect.runPromise(Effect.scoped(pinFile("/root", "/root/video")))
  disk.answer({ close, stat, fd: 3 } as unknown as FileHandle)
  expect(await pinned).toMatchObject({ mtimeMs: 1, size: 2 })
  expect(close).toHaveBeenCalledOnce()
})
