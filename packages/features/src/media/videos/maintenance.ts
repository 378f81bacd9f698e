import { repeated } from "@media/jobs/Repeated"
import { deferUnattended } from "./unattended.ts"

/** What a worker does for videos beside its jobs. With 100,000 videos on their way the question takes some 100 ms. */
export const videoMaintenance = repeated("Looking for videos without a job", "30 seconds", deferUnattended)
