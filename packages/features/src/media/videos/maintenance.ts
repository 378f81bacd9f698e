import { repeated } from "@media/jobs/Repeated"
import { deferUnattended } from "./unattended.ts"

/** A worker's task for videos outside its jobs. With 100,000 arriving videos the query takes some 100 ms. */
export const videoMaintenance = repeated("Looking for videos without a job", "30 seconds", deferUnattended)
