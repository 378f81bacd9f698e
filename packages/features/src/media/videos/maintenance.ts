import { repeated } from "@media/jobs/Repeated"
import { deferUnattended } from "./unattended.ts"

/** The worker's repeated task for videos. With 100,000 new videos, its query takes about 100 ms. */
export const videoMaintenance = repeated("Looking for videos without a job", "30 seconds", deferUnattended)
