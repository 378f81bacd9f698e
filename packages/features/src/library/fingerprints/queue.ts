import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"
import type { FingerprintedKind } from "./kinds.ts"

const payload = Schema.Struct({
  itemId: Uuid,
  /** True to compute only the perceptual hash, regardless of the settings. */
  phashOnly: Schema.optionalWith(Schema.Boolean, { exact: true })
})

/** Queue for the hashes of videos. */
export const fingerprint = queue({ name: "fingerprint", label: "Fingerprint", payload })
/**
 * Queue for the hashes of images. Hashing an image takes little time, so images should not wait until videos are
 * hashed.
 */
export const imageFingerprint = queue({ name: "image-fingerprint", label: "Image fingerprint", payload })

export const audioFingerprint = queue({ name: "audio-fingerprint", label: "Audio fingerprint", payload })

const queues = { video: fingerprint, image: imageFingerprint, track: audioFingerprint } as const

interface Subject {
  readonly id: string
  readonly kind: FingerprintedKind
  readonly label: string
  readonly triggeredBy: string
}

/**
 * Returns the job that computes the hashes of an item's file. At most one such job per item is queued. The job runs
 * with low priority, so that it does not disturb playback.
 */
export const fingerprintOf = ({ id, kind, label, triggeredBy }: Subject) =>
  enqueueItem(queues[kind], {
    payload: { itemId: id },
    target: { type: kind, id, label: plainText(label) },
    priority: workOrder.fingerprints,
    dedupeKey: id,
    triggeredBy
  })

/** Returns the job that computes only the perceptual hash of an item, at a user's request. */
export const phashOf = ({ id, kind, label, triggeredBy }: Subject) =>
  enqueueItem(queues[kind], {
    payload: { itemId: id, phashOnly: true },
    target: { type: kind, id, label: plainText(label) },
    priority: workOrder.fingerprints,
    dedupeKey: `${id}/phash`,
    triggeredBy
  })
