import { PermanentFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import { cancelJobsWithoutTarget } from "./cancelJobs.ts"
import { maintenanceJobs } from "../../generated/maintenanceJobs.ts"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { forgetFileRecords } from "./fileRecords.ts"
import { countOrphans, forgetOrphans } from "./orphans.ts"
import { libraryMaintenance } from "./queue.ts"

/**
 * Deletes the orphans of a library and the scan records of removed roots, and cancels jobs whose target no longer
 * exists. Each batch has its own transaction, so that after an interruption the job continues with the remaining
 * orphans.
 */
const orphansJob = maintenanceJob({
  accepts: ({ libraryId }) => libraryId !== undefined,
  run: ({ libraryId = "" }, context) =>
    Effect.gen(function* () {
      const before = yield* cancelJobsWithoutTarget
      const total = yield* countOrphans(libraryId)
      const items = yield* forgetOrphans(libraryId, (forgotten) =>
        context.progress({
          percent: Math.min(100, (100 * forgotten) / Math.max(1, total)),
          phase: `${forgotten} of ${total} items removed`
        })
      )
      // Also deletes the trash entries of removed roots. Their files are kept.
      yield* forgetOrphans(TRASH_LIBRARY)
      // Jobs are canceled a second time, because a running scan may have queued more jobs before it noticed the
      // removal.
      const jobs = before + (yield* cancelJobsWithoutTarget)
      return { items, jobs, fileRecords: yield* forgetFileRecords }
    })
})

/** Runs the maintenance job that accepts the payload. Exactly one maintenance job accepts each payload. */
export const libraryMaintenanceProcessor = processor(libraryMaintenance, (payload, context) =>
  Effect.gen(function* () {
    const job = [orphansJob, ...maintenanceJobs].find(({ accepts }) => accepts(payload))
    if (job === undefined)
      return yield* new PermanentFailure({ message: "This version cannot run this maintenance task" })
    return yield* job.run(payload, context)
  })
)
