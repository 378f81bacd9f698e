import { repeated } from "@media/jobs/Repeated"
import { deferUnattended } from "./unattended.ts"

/**
 * Worker task that runs every 30 seconds and records a reason for videos that no job will probe (see
 * `deferUnattended`). The query takes about 100 ms if there are 100,000 new videos.
 */
export const videoMaintenance = repeated("Looking for videos without a job", "30 seconds", deferUnattended)
