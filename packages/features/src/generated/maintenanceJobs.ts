// Made by `npm run generate`. Do not edit.
import { autoTagJob } from "../app/auto-tag/maintenanceJob.ts"
import { editJob } from "../app/bulk/maintenanceJob.ts"
import { ruleJob } from "../app/rules/maintenanceJob.ts"
import { undoJob } from "../app/undo/maintenanceJob.ts"
import { clearJob, generatedFilesJob } from "../library/storage/maintenanceJob.ts"
import { trashJob } from "../library/trash/maintenanceJob.ts"
import { nfoJob } from "../media/nfo/maintenanceJob.ts"

/** The jobs of the queue library-maintenance. */
export const maintenanceJobs = [
  autoTagJob,
  editJob,
  ruleJob,
  undoJob,
  clearJob,
  generatedFilesJob,
  trashJob,
  nfoJob
] as const
