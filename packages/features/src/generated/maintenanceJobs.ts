// Made by `npm run generate`. Do not edit.
import { clearJob, generatedFilesJob } from "../storage/maintenanceJob.ts"
import { trashJob } from "../trash/maintenanceJob.ts"

/** Work of the queue library-maintenance. */
export const maintenanceJobs = [
  clearJob,
  generatedFilesJob,
  trashJob
] as const
