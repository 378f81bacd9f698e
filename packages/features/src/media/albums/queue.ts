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

/** Tracks are examined by the hundred: they are grouped when none was for so long. */
const QUIET_SECONDS = 3

/** One of a library waits at most; asked for while it runs, it runs again. */
export const albumsGroupedOf = (libraryId: string, label: string, triggeredBy: string) =>
  enqueueItem(audioScan, {
    payload: { libraryId },
    target: { type: "library", id: libraryId, label: plainText(label) },
    dedupeKey: libraryId,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })
