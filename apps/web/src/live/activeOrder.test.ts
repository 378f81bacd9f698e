// @vitest-environment node
import { expect, it } from "vitest"
import { activeOrder } from "./activeOrder"
import { aRun } from "./testing"

const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`

it("sorts jobs by status: running, waiting, retrying, finished", () => {
  const expected = [
    aRun("r1", { status: "started", startedAt: at(1) }),
    aRun("r2", { status: "started", startedAt: at(2) }),
    aRun("q5", { priority: -1 }),
    aRun("q1"),
    aRun("q2"),
    aRun("q0", { nextRetryAt: at(9) }),
    aRun("w1", { status: "failed", nextRetryAt: at(3), finishedAt: at(9) }),
    aRun("w0", { status: "failed", nextRetryAt: at(4), finishedAt: at(9) }),
    aRun("c1", { status: "completed", finishedAt: at(8) }),
    aRun("f1", { status: "failed", isExhausted: true, finishedAt: at(7) }),
    aRun("x1", { status: "cancelled", finishedAt: at(6) }),
    aRun("c0", { status: "completed", finishedAt: at(6) })
  ]
  expect([...expected].reverse().sort(activeOrder)).toEqual(expected)
})
