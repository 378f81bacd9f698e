import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const galleryScan = queue({
  name: "gallery-scan",
  label: "Gallery scan",
  payload: Schema.Struct({
    /**
     * The library root whose images are grouped into galleries by folder. A job has either a `rootId` or an
     * `archiveId`.
     */
    rootId: Schema.optionalWith(Uuid, { exact: true }),
    /** The archive to read. */
    archiveId: Schema.optionalWith(Uuid, { exact: true })
  })
})

/**
 * Delay in seconds after the last new image before the grouping starts. A scan finds hundreds of images at a time,
 * which should be grouped together.
 */
const QUIET_SECONDS = 2

/**
 * Returns the job that groups the images of a root. At most one such job per root is queued. If the job is requested
 * while it is running, it runs once more afterwards.
 */
export const groupingOf = (rootId: string, label: string, triggeredBy: string) =>
  enqueueItem(galleryScan, {
    payload: { rootId },
    target: { type: "library-root", id: rootId, label: plainText(label) },
    dedupeKey: rootId,
    ...(triggeredBy === "manual" ? {} : { delaySeconds: QUIET_SECONDS }),
    triggeredBy
  })

/** Returns the job that reads an archive. */
export const archiveReadingOf = (archiveId: string, label: string, triggeredBy: string) =>
  enqueueItem(galleryScan, {
    payload: { archiveId },
    target: { type: "gallery", id: archiveId, label: plainText(label) },
    dedupeKey: archiveId,
    triggeredBy
  })
