// Made by `npm run generate`. Do not edit.
import { ruleJob } from "../app/rules/maintenanceJob.ts"
import { clearJob, generatedFilesJob } from "../library/storage/maintenanceJob.ts"
import { trashJob } from "../library/trash/maintenanceJob.ts"
import { nfoJob } from "../media/nfo/maintenanceJob.ts"

/** Work of the queue library-maintenance. */
export const maintenanceJobs = [
  ruleJob,
  clearJob,
  generatedFilesJob,
  trashJob,
  nfoJob
] as const
