import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import { forgetFileRecords } from "./fileRecords.ts"
import { countOrphans, forgetOrphans } from "./orphans.ts"
import { clearGeneratedFiles } from "../storage/clear.ts"
import { tidyGeneratedFiles } from "../storage/tidy.ts"
import { TRASH_LIBRARY } from "../items/ids.ts"
import { tidyTrash } from "../trash/settle.ts"
import { libraryMaintenance } from "./queue.ts"

/** Each batch is a transaction of its own: a job that is cut off goes on with what is left. */
export const libraryMaintenanceProcessor = processor(
  libraryMaintenance,
  ({ clear, libraryId, generatedFiles }, context) =>
    Effect.gen(function* () {
      if (clear !== undefined) return { ...(yield* clearGeneratedFiles(clear, context)) }
      if (generatedFiles === true) return { ...(yield* tidyGeneratedFiles(context)) }
      if (libraryId === undefined) return { ...(yield* tidyTrash(context)) }
      const total = yield* countOrphans(libraryId)
      const items = yield* forgetOrphans(libraryId, (forgotten) =>
        context.progress({
          percent: Math.min(100, (100 * forgotten) / Math.max(1, total)),
          phase: `${forgotten} of ${total} items forgotten`
        })
      )
      // What lies in the trash of a root that is gone: its files stay where they are.
      yield* forgetOrphans(TRASH_LIBRARY)
      return { items, fileRecords: yield* forgetFileRecords }
    })
)
