import * as Effect from "effect/Effect"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { tidyTrash } from "./tidy.ts"

export const trashJob = maintenanceJob({
  accepts: ({ trash }) => trash === true,
  run: (_payload, context) => Effect.map(tidyTrash(context), (tally) => ({ ...tally }))
})
