import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const seriesScan = queue({
  name: "series-scan",
  label: "Series scan",
  payload: Schema.Struct({ libraryId: Uuid })
})

/**
 * Delay in seconds after the last new video before the job starts. A scan finds hundreds of videos, which should be
 * classified together.
 */
const QUIET_SECONDS = 3

/**
 * Returns the job that classifies a library. At most one such job per library is queued. If the job is requested while
 * it runs, it runs again afterwards.
 */
export const seriesScanOf = (libraryId: string, label: string, triggeredBy: string) =>
  enqueueItem(seriesScan, {
    payload: { libraryId },
    target: { type: "library", id: libraryId, label: plainText(label) },
    dedupeKey: libraryId,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })
