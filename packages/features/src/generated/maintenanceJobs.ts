// Made by `npm run generate`. Do not edit.
import { clearJob, generatedFilesJob } from "../library/storage/maintenanceJob.ts"
import { trashJob } from "../library/trash/maintenanceJob.ts"

/** Work of the queue library-maintenance. */
export const maintenanceJobs = [
  clearJob,
  generatedFilesJob,
  trashJob
] as const
