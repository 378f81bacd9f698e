// Made by `npm run generate`. Do not edit.
import { clearJob, generatedFilesJob } from "../library/storage/maintenanceJob.ts"
import { trashJob } from "../library/trash/maintenanceJob.ts"
import { nfoJob } from "../media/nfo/maintenanceJob.ts"

/** Work of the queue library-maintenance. */
export const maintenanceJobs = [
  clearJob,
  generatedFilesJob,
  trashJob,
  nfoJob
] as const
