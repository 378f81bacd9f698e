import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { workOrder } from "@media/jobs/WorkOrder"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const imageThumbnail = queue({
  name: "image-thumbnail",
  label: "Image thumbnail",
  payload: Schema.Struct({ itemId: Uuid })
})

const urgencyOf = (kind: string): number => (kind === "video" ? workOrder.posters : workOrder.covers)

interface Subject {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly triggeredBy: string
}

/**
 * The job that makes the picture of an item of any kind. At most one job per item waits; if requested while it runs, it
 * runs again. With `isAskedFor`, a person is waiting for it.
 */
export const pictureOf = (item: Subject, isAskedFor = false) =>
  enqueueItem(imageThumbnail, {
    payload: { itemId: item.id },
    target: { type: item.kind, id: item.id, label: plainText(item.label) },
    dedupeKey: item.id,
    priority: isAskedFor ? workOrder.requested : urgencyOf(item.kind),
    triggeredBy: item.triggeredBy
  })
