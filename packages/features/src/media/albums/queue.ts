import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const audioScan = queue({
  name: "audio-scan",
  label: "Audio scan",
  payload: Schema.Struct({ libraryId: Uuid })
})

/**
 * Delay in seconds after the last examined track before the grouping starts. Hundreds of tracks are examined at a time
 * and should be grouped together.
 */
const QUIET_SECONDS = 3

/**
 * Returns the job that groups the tracks of a library. At most one such job per library is queued. If the job is
 * requested while it is running, it runs once more afterwards.
 */
export const albumsGroupedOf = (libraryId: string, label: string, triggeredBy: string) =>
  enqueueItem(audioScan, {
    payload: { libraryId },
    target: { type: "library", id: libraryId, label: plainText(label) },
    dedupeKey: libraryId,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })
