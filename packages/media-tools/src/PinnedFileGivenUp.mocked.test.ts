import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import type { FileHandle } from "node:fs/promises"
import { vi } from "vitest"
import { pinFile } from "./PinnedFile.ts"

/** Simulates a file system that does not respond until the test calls `answer`. */
const disk = vi.hoisted(() => ({ answer: (_: FileHandle): void => undefined }))
vi.mock("@media/kernel/InsideRoot", async (original) => ({
  ...(await original<object>()),
  openInside: () => new Promise<FileHandle>((resolve) => void (disk.answer = resolve))
}))

const givenUp = (how: (fiber: Fiber.RuntimeFiber<unknown, unknown>) => Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const close = vi.fn(() => Promise.reject(new Error("ENOTCONN")))
    const fiber = yield* Effect.fork(Effect.scoped(pinFile("/root", "/root/video")))
    yield* Effect.yieldNow()
    yield* how(fiber)
    const end = yield* Fiber.await(fiber)
    disk.answer({ close } as unknown as FileHandle)
    yield* Effect.promise(() => vi.waitFor(() => expect(close).toHaveBeenCalledOnce(), { timeout: 60_000 }))
    return String(end)
  })

it.effect("cancels opening a file on a dead mount without leaking a descriptor", () =>
  Effect.map(givenUp(Fiber.interrupt), (end) => expect(end).toContain("Interrupt"))
)

it.effect("stops waiting for a dead mount after a time limit", () =>
  Effect.map(
    givenUp(() => TestClock.adjust("1 minute")),
    (end) => expect(end).toContain("does not respond")
  )
)

it("returns a file's content even if it cannot be closed because its mount died", async () => {
  const close = vi.fn(() => Promise.reject(new Error("ENOTCONN")))
  const stat = () => Promise.resolve({ mtimeMs: 1, size: 2 })
  const pinned = Effect.runPromise(Effect.scoped(pinFile("/root", "/root/video")))
  disk.answer({ close, stat, fd: 3 } as unknown as FileHandle)
  expect(await pinned).toMatchObject({ mtimeMs: 1, size: 2 })
  expect(close).toHaveBeenCalledOnce()
})
