import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"
import type { FingerprintedKind } from "./kinds.ts"

const payload = Schema.Struct({
  itemId: Uuid,
  /** Computes only the perceptual hash, regardless of the settings. */
  phashOnly: Schema.optionalWith(Schema.Boolean, { exact: true })
})

/** The hashes of videos. */
export const fingerprint = queue({ name: "fingerprint", label: "Fingerprint", payload })
/** The hashes of images. Hashing a photo takes little time and should not wait behind videos. */
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
 * The job for the hashes of an item's file. At most one job of an item waits. It runs at lower priority than viewers.
 */
export const fingerprintOf = ({ id, kind, label, triggeredBy }: Subject) =>
  enqueueItem(queues[kind], {
    payload: { itemId: id },
    target: { type: kind, id, label: plainText(label) },
    priority: workOrder.fingerprints,
    dedupeKey: id,
    triggeredBy
  })

/** The job for the perceptual hash, requested by a person. */
export const phashOf = ({ id, kind, label, triggeredBy }: Subject) =>
  enqueueItem(queues[kind], {
    payload: { itemId: id, phashOnly: true },
    target: { type: kind, id, label: plainText(label) },
    priority: workOrder.fingerprints,
    dedupeKey: `${id}/phash`,
    triggeredBy
  })
