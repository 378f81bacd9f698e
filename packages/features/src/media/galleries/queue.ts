import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const galleryScan = queue({
  name: "gallery-scan",
  label: "Gallery scan",
  payload: Schema.Struct({
    /** Groups the scanned images in the folders of this root. */
    rootId: Schema.optionalWith(Uuid, { exact: true }),
    /** Reads this archive. */
    archiveId: Schema.optionalWith(Uuid, { exact: true })
  })
})

/** A scan finds hundreds of images at a time, so the grouping waits until it found none for this many seconds. */
const QUIET_SECONDS = 2

/** At most one job per root waits; if requested while it runs, it runs again. */
export const groupingOf = (rootId: string, label: string, triggeredBy: string) =>
  enqueueItem(galleryScan, {
    payload: { rootId },
    target: { type: "library-root", id: rootId, label: plainText(label) },
    dedupeKey: rootId,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })

/** The job that reads an archive. */
export const archiveReadingOf = (archiveId: string, label: string, triggeredBy: string) =>
  enqueueItem(galleryScan, {
    payload: { archiveId },
    target: { type: "gallery", id: archiveId, label: plainText(label) },
    dedupeKey: archiveId,
    triggeredBy
  })
