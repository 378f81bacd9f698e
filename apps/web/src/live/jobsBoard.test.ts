import type { JobRun } from "@media/features/operations/contract"
import type { Delta, Snapshot } from "@media/features/operations/live-protocol"
import { beforeEach, describe, expect, it } from "vitest"
import { makeJobsBoard, type JobsBoard } from "./jobsBoard"

const run = (id: string, over: Partial<JobRun> = {}): JobRun => ({
  id,
  queueName: "preview",
  queueLabel: "Preview",
  status: "queued",
  attempts: 0,
  maxAttempts: 15,
  earlierAttempts: 0,
  targetType: null,
  targetId: null,
  targetLabel: id,
  triggeredBy: null,
  parentJobRunId: null,
  batchId: null,
  progress: null,
  result: null,
  error: null,
  queuedAt: "2026-01-01T00:00:00.000Z",
  startedAt: null,
  finishedAt: null,
  nextRetryAt: null,
  isExhausted: false,
  rev: 1,
  ...over
})
const totals = { queued: 2, started: 0, completed: 0, failed: 0, cancelled: 0 }
const snapshot = (runs: ReadonlyArray<JobRun>, viewId = "v1"): Snapshot => ({
  t: "snapshot",
  epoch: "e",
  seq: 1,
  at: "",
  jobs: { viewId, runs, total: runs.length, totals, queues: [], rates: [] }
})
const delta = (part: Partial<Delta>): Delta => ({ t: "delta", seq: 2, from: 1, at: "", ...part })

describe("jobsBoard", () => {
  let now = 0
  let frames: Array<() => void> = []
  let board: JobsBoard
  const frame = (at: number): void => {
    now = at
    const due = frames
    frames = []
    due.forEach((callback) => callback())
  }

  beforeEach(() => {
    now = 1_000
    frames = []
    board = makeJobsBoard({ now: () => now, nextFrame: (callback) => frames.push(callback) })
    board.expectView("v1", () => true)
    board.applySnapshot(snapshot([run("a"), run("b")]))
  })

  it("redraws at most every 100 ms, however much arrives", () => {
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

  it("ignores what is older than what it knows", () => {
    board.applyDelta(delta({ runs: [{ id: "a", rev: 5, status: "completed" }] }))
    board.applyDelta(delta({ runs: [{ id: "a", rev: 4, status: "started" }] }))
    board.applyRun(run("a", { rev: 3 }))
    expect(board.run("a")?.status).toBe("completed")
  })

  it("lets new rows in at the top, unless it is held", () => {
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

  it("keeps a row that no longer matches in its place while held", () => {
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

  it("drops the snapshot of a view that was left", () => {
    board.expectView("v2", () => true)
    board.applySnapshot(snapshot([run("z")], "v1"))
    expect(board.ids()).toEqual(["a", "b"])
  })

  it("goes on counting while the screen is frozen", () => {
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
