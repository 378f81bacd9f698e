import * as JobRuns from "@media/jobs/JobRuns"
import * as Effect from "effect/Effect"
import { libraryScan } from "./scanQueue.ts"
import type { LibraryScan } from "./contract.ts"

/** Maximum number of listed scans; the dispatcher runs only a few at the same time. */
const mostScans = 100

const runsIn = (status: "queued" | "started") =>
  JobRuns.list({ queue: libraryScan.name, status, page: 1, perPage: mostScans })

/** The running or waiting scans by root. */
export const scansUnderWay = Effect.gen(function* () {
  const queued = yield* runsIn("queued")
  const started = yield* runsIn("started")
  const scans = new Map<string, LibraryScan>()
  // A root with both a running and a waiting scan counts as running.
  for (const { progress, startedAt, status, targetId } of [...queued.items, ...started.items])
    scans.set(targetId, {
      isRunning: status === "started",
      phase: progress?.phase ?? null,
      percent: progress?.percent ?? null,
      startedAt
    })
  return scans
})
