import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"
import type { FingerprintedKind } from "./kinds.ts"

const payload = Schema.Struct({
  itemId: Uuid,
  /** The perceptual hash alone, whatever the settings say. */
  phashOnly: Schema.optionalWith(Schema.Boolean, { exact: true })
})

/** Of videos. */
export const fingerprint = queue({ name: "fingerprint", label: "Fingerprint", payload })
/** Of images: a photo is hashed in no time, and does not wait behind videos. */
export const imageFingerprint = queue({ name: "image-fingerprint", label: "Image fingerprint", payload })

export const audioFingerprint = queue({ name: "audio-fingerprint", label: "Audio fingerprint", payload })

const queues = { video: fingerprint, image: imageFingerprint, track: audioFingerprint } as const

interface Subject {
  readonly id: string
  readonly kind: FingerprintedKind
  readonly label: string
  readonly triggeredBy: string
}

/** The hashes of an item's file. One job of an item waits at most; it gives way to viewers. */
export const fingerprintOf = ({ id, kind, label, triggeredBy }: Subject) =>
  enqueueItem(queues[kind], {
    payload: { itemId: id },
    target: { type: kind, id, label: plainText(label) },
    priority: workOrder.fingerprints,
    dedupeKey: id,
    triggeredBy
  })

/** Its perceptual hash, because a person asked for it. */
export const phashOf = ({ id, kind, label, triggeredBy }: Subject) =>
  enqueueItem(queues[kind], {
    payload: { itemId: id, phashOnly: true },
    target: { type: kind, id, label: plainText(label) },
    priority: workOrder.fingerprints,
    dedupeKey: `${id}/phash`,
    triggeredBy
  })
