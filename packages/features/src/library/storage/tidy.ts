import type { JobContext } from "@media/jobs/JobContext"
import * as Effect from "effect/Effect"
import { currentSettings } from "../../platform/settings/queries.ts"
import { Stopped } from "./diskWork.ts"
import { bringBack, moveAdjacent } from "./move.ts"
import { Roots } from "./roots.ts"
import { sweepGenerated } from "./sweep.ts"
import { Tally } from "./tally.ts"

/**
 * Deletes generated files of items that no longer exist, and moves all other generated files to the configured
 * location. The job moves the files of one item at a time and continues with the remaining items after an interruption.
 * Returns the report of the run.
 */
export const tidyGeneratedFiles = Effect.fn("storage.tidy")(function* (
  context: Pick<JobContext, "log" | "progress">
) {
  const isInCache = (yield* currentSettings).metadata_storage_dedicated
  const tally = new Tally()
  const work = { tally, context, stopped: new Stopped(tally), roots: new Roots() }
  yield* context.progress({ phase: "Looking for orphaned files" })
  yield* sweepGenerated(tally)
  yield* bringBack(work, isInCache)
  if (!isInCache)
    yield* Effect.catchTag(moveAdjacent(work), "NotMoved", ({ reason }) =>
      Effect.sync(() => tally.left(null, reason))
    )
  const report = tally.report(isInCache ? "cache" : "adjacent")
  for (const { folder, items, reason } of report.left)
    yield* context.log("warn", `${folder ?? "Generated files"}: ${reason} (items: ${items})`)
  return report
})
