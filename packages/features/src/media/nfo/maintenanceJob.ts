import * as Effect from "effect/Effect"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { nfoWork } from "./policy.ts"
import { writeNfoFiles } from "./write/run.ts"

export const nfoJob = maintenanceJob({
  accepts: ({ nfo }) => nfo === true,
  run: (_payload, context) => Effect.map(writeNfoFiles(context), (report) => ({ ...report })),
  backfill: Effect.sync(() => [nfoWork("manual")])
})
