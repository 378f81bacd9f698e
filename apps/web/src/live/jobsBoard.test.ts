// @vitest-environment node
import type { JobRun } from "@media/features/app/operations/contract"
import type { Delta, Snapshot } from "@media/features/app/operations/live-protocol"
import { beforeEach, describe, expect, it } from "vitest"
import { effectScope, watchEffect } from "vue"
import { makeJobsBoard, type JobsBoard } from "./jobsBoard"
import { aRun as run, handClock, type HandClock } from "./testing"

const totals = { queued: 2, started: 0, completed: 0, failed: 0, retrying: 0, cancelled: 0 }
const snapshot = (runs: ReadonlyArray<JobRun>, viewId = "v1"): Snapshot => ({
  t: "snapshot",
  epoch: "e",
  seq: 1,
  at: "",
  jobs: { viewId, runs, total: runs.length, totals, viewTotals: totals, queues: [], rates: [] }
})
const delta = (part: Partial<Delta>): Delta => ({ t: "delta", seq: 2, from: 1, at: "", ...part })

describe("jobsBoard", () => {
  let clock: HandClock
  let board: JobsBoard
  const frame = (at: number): void => clock.frame(at)

  beforeEach(() => {
    clock = handClock(1_000)
    board = makeJobsBoard(clock)
    board.expectView("v1", () => true)
    board.applySnapshot(snapshot([run("a"), run("b")]))
  })

  it("updates at most every 100 ms, regardless of the number of changes", () => {
    frame(1_200)
    const before = board.version.value
    for (let rev = 2; rev < 500; rev++) board.applyDelta(delta({ runs: [{ id: "a", rev, attempts: rev }] }))
    for (let at = 1_216; at <= 1_416; at += 16) {
      board.applyDelta(delta({ runs: [{ id: "a", rev: at, attempts: at }] }))
      frame(at)
    }
    expect(board.version.value - before).toBeLessThanOrEqual(3)
    expect(board.run("a")?.attempts).toBe(1_408)
  })

  it("ignores a row that is older than the cached version", () => {
    board.applyDelta(delta({ runs: [{ id: "a", rev: 5, status: "completed" }] }))
    board.applyDelta(delta({ runs: [{ id: "a", rev: 4, status: "started" }] }))
    board.applyRun(run("a", { rev: 3 }))
    expect(board.run("a")?.status).toBe("completed")
  })

  it("adds new rows at the top unless new rows are held back", () => {
    board.applyDelta(delta({ runs: [run("c")] }))
    frame(1_200)
    expect(board.ids()).toEqual(["c", "a", "b"])
    board.hold(true)
    board.applyDelta(delta({ runs: [run("d")] }))
    frame(1_400)
    expect(board.ids()).toEqual(["c", "a", "b"])
    expect(board.waitingCount()).toBe(1)
    board.showWaiting()
    expect(board.ids()[0]).toBe("d")
  })

  it("does not move a row that no longer matches while new rows are held back", () => {
    board.expectView("v2", (row) => row.status === "queued")
    board.applySnapshot(snapshot([run("a"), run("b")], "v2"))
    board.hold(true)
    board.applyDelta(delta({ runs: [{ id: "a", rev: 2, status: "completed" }] }))
    frame(1_200)
    expect(board.ids()).toEqual(["a", "b"])
    board.hold(false)
    frame(1_400)
    expect(board.ids()).toEqual(["b"])
  })

  it("notifies only components that watch the changed row", () => {
    let [drawnA, drawnB] = [0, 0]
    const scope = effectScope()
    scope.run(() => {
      watchEffect(() => (board.run("a"), (drawnA += 1)), { flush: "sync" })
      watchEffect(() => (board.run("b"), board.ids(), board.queues(), (drawnB += 1)), { flush: "sync" })
    })
    board.applyDelta(delta({ runs: [{ id: "a", rev: 2, attempts: 1 }] }))
    expect([drawnA, drawnB]).toEqual([1, 1])
    frame(1_200)
    expect([drawnA, drawnB]).toEqual([2, 1])
    board.applyDelta(delta({ removedRuns: ["b"] }))
    frame(1_400)
    expect([drawnA, board.run("b")]).toEqual([2, undefined])
    expect(drawnB).toBeGreaterThan(1)
    scope.stop()
  })

  it("notifies watchers of a row when a snapshot changes the row", () => {
    let status: string | undefined
    const scope = effectScope()
    scope.run(() => watchEffect(() => (status = board.run("a")?.status), { flush: "sync" }))
    board.applySnapshot(snapshot([run("a", { status: "failed" })]))
    expect(status).toBe("failed")
    board.applySnapshot(snapshot([]))
    expect(status).toBeUndefined()
    board.applySnapshot(snapshot([run("a", { status: "completed" })]))
    expect(status).toBe("completed")
    scope.stop()
  })

  it("shows a row again once the row matches the view again", () => {
    board.expectView("v2", (row) => row.status === "queued")
    board.applySnapshot(snapshot([run("a"), run("b")], "v2"))
    board.applyDelta(delta({ runs: [{ id: "a", rev: 2, status: "started" }] }))
    frame(1_200)
    expect(board.ids()).toEqual(["b"])
    expect(board.run("a")?.status).toBe("started")
    board.applyDelta(delta({ runs: [{ id: "a", rev: 3, status: "queued" }] }))
    frame(1_400)
    expect(board.ids()).toEqual(["a", "b"])
  })

  it("limits the number of cached rows that no longer match the view", () => {
    board.expectView("v2", (row) => row.status === "queued")
    board.applySnapshot(snapshot([run("z")], "v2"))
    for (let index = 0; index < 3_000; index++) {
      board.applyDelta(delta({ runs: [run(`r${index}`)] }))
      board.applyDelta(delta({ runs: [{ id: `r${index}`, rev: 2, status: "completed" }] }))
      if (index % 100 === 0) frame(clock.now() + 300)
    }
    frame(clock.now() + 300)
    expect(board.ids()).toEqual(["z"])
    expect([board.run("r0"), board.run("r2999")?.status]).toEqual([undefined, "completed"])
  })

  it("ignores the snapshot of a previous view", () => {
    board.expectView("v2", () => true)
    board.applySnapshot(snapshot([run("z")], "v1"))
    expect(board.ids()).toEqual(["a", "b"])
  })

  it("keeps counting jobs while the display is frozen", () => {
    frame(1_200)
    const before = board.version.value
    board.freeze(true)
    board.applyDelta(
      delta({ runs: [{ id: "a", rev: 2, status: "started" }], totals: { ...totals, started: 1 } })
    )
    frame(1_400)
    expect(board.version.value).toBe(before)
    board.freeze(false)
    frame(1_600)
    expect(board.totals.value.started).toBe(1)
  })
})
