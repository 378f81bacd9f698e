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

/** A scan finds hundreds of videos, so the job waits until none was found for this long. */
const QUIET_SECONDS = 3

/** At most one job per library waits. A request during a running job makes it run again. */
export const seriesScanOf = (libraryId: string, label: string, triggeredBy: string) =>
  enqueueItem(seriesScan, {
    payload: { libraryId },
    target: { type: "library", id: libraryId, label: plainText(label) },
    dedupeKey: libraryId,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })
