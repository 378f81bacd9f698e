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
 * Returns the job that makes the picture of an item. At most one such job per item is queued. If the job is requested
 * while it runs, it runs again afterwards. `isAskedFor` is true if a user is waiting for the picture.
 */
export const pictureOf = (item: Subject, isAskedFor = false) =>
  enqueueItem(imageThumbnail, {
    payload: { itemId: item.id },
    target: { type: item.kind, id: item.id, label: plainText(item.label) },
    dedupeKey: item.id,
    priority: isAskedFor ? workOrder.requested : urgencyOf(item.kind),
    triggeredBy: item.triggeredBy
  })
