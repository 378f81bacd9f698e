import * as Effect from "effect/Effect"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { clearGeneratedFiles } from "./clear.ts"
import { generatedFilesWork } from "./policy.ts"
import { tidyGeneratedFiles } from "./tidy.ts"

export const clearJob = maintenanceJob({
  accepts: ({ clear }) => clear !== undefined,
  run: ({ clear }, context) =>
    clear === undefined
      ? Effect.succeed({})
      : Effect.map(clearGeneratedFiles(clear, context), (tally) => ({ ...tally }))
})

export const generatedFilesJob = maintenanceJob({
  accepts: ({ generatedFiles }) => generatedFiles === true,
  run: (_payload, context) => Effect.map(tidyGeneratedFiles(context), (tally) => ({ ...tally })),
  backfill: Effect.sync(() => [generatedFilesWork("manual")])
})
