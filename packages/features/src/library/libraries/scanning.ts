import * as JobRuns from "@media/jobs/JobRuns"
import * as Effect from "effect/Effect"
import { libraryScan } from "./scanQueue.ts"
import type { LibraryScan } from "./contract.ts"

/** Maximum number of scans to list. The dispatcher runs only a few scans at the same time. */
const mostScans = 100

const runsIn = (status: "queued" | "started") =>
  JobRuns.list({ queue: libraryScan.name, status, page: 1, perPage: mostScans })

/** Returns the running and queued scans, keyed by the id of their root. */
export const scansUnderWay = Effect.gen(function* () {
  const queued = yield* runsIn("queued")
  const started = yield* runsIn("started")
  const scans = new Map<string, LibraryScan>()
  // If a root has both a running and a queued scan, the running scan replaces the queued one in the map.
  for (const { progress, startedAt, status, targetId } of [...queued.items, ...started.items])
    scans.set(targetId, {
      isRunning: status === "started",
      phase: progress?.phase ?? null,
      percent: progress?.percent ?? null,
      startedAt
    })
  return scans
})
