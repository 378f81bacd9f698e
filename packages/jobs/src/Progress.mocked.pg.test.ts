import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type * as ProgressBoard from "./ProgressBoard.ts"
import { eventually, type Harness, item, makeHarness, testProcessor } from "./testing/Harness.ts"

const boards = vi.hoisted(() => ({ kept: new Set<string>() }))
vi.mock("./ProgressBoard.ts", async (original) => {
  const real = await original<typeof ProgressBoard>()
  return {
    ...real,
    makeProgressBoard: (pool: Parameters<typeof real.makeProgressBoard>[0]) => {
      const board = real.makeProgressBoard(pool)
      return {
        ...board,
        set: (...[id, progress]: Parameters<typeof board.set>) => (
          boards.kept.add(id),
          board.set(id, progress)
        ),
        forget: (id: string) => (boards.kept.delete(id), board.forget(id)),
        clear: () => (boards.kept.clear(), board.clear())
      }
    }
  }
})

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

test("forgets a run's progress when the run ends", async () => {
  await harness.startWorker([
    testProcessor("preview", (n, context) =>
      context.progress({ percent: 50 }).pipe(Effect.zipRight(Effect.sleep(n)), Effect.as(null))
    )
  ])
  await harness.enqueue([...Array.from({ length: 200 }, () => item("preview", 0)), item("preview", 80)])
  await eventually(async () => (await harness.jobs()).every(({ state }) => state === 2))
  expect([...boards.kept]).toEqual([])
})
