import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { lazyProcessor } from "./LazyProcessor.ts"
import type { JobContext } from "./JobContext.ts"
import type { Processor } from "./Processor.ts"

const context = {} as JobContext
const loaded: Processor<never> = {
  queue: "media-probe",
  run: (payload) => Effect.succeed(`ran ${String(payload)}`),
  group: { most: 4, run: () => Effect.succeed([]) }
}

it("loads the processor when the first job starts", async () => {
  let loads = 0
  const lazy = lazyProcessor("media-probe", () => {
    loads += 1
    return Promise.resolve(loaded)
  })
  expect([lazy.queue, lazy.group, loads]).toEqual(["media-probe", undefined, 0])
  expect(await Effect.runPromise(lazy.run("a", context))).toBe("ran a")
})

it("runs jobs in groups if a maximum group size is given", async () => {
  const lazy = lazyProcessor("media-probe", () => Promise.resolve(loaded), 4)
  expect(lazy.group?.most).toBe(4)
  expect(await Effect.runPromise(lazy.group!.run([]))).toEqual([])
})
