import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"

export const imageThumbnail = queue({
  name: "image-thumbnail",
  label: "Image thumbnail",
  payload: Schema.Struct({ itemId: Uuid })
})

/** The picture of an item, of whatever kind. One job of an item waits at most; asked for while it runs, it runs again. */
export const pictureOf = (item: {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly triggeredBy: string
}) =>
  enqueueItem(imageThumbnail, {
    payload: { itemId: item.id },
    target: { type: item.kind, id: item.id, label: plainText(item.label) },
    dedupeKey: item.id,
    triggeredBy: item.triggeredBy
  })
