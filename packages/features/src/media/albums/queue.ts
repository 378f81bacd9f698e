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

/** Hundreds of tracks are examined at a time, so the grouping waits until none was examined for this many seconds. */
const QUIET_SECONDS = 3

/** At most one job per library waits; if requested while it runs, it runs again. */
export const albumsGroupedOf = (libraryId: string, label: string, triggeredBy: string) =>
  enqueueItem(audioScan, {
    payload: { libraryId },
    target: { type: "library", id: libraryId, label: plainText(label) },
    dedupeKey: libraryId,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })
