import { trackOrder } from "../../catalog/items/trackOrder.ts"
import { itemSummary } from "../../ItemSummaries.ts"
import type { AudioProbed } from "./events.ts"

export const trackSummary = itemSummary<typeof AudioProbed.Type>({
  event: "audio.probed.v1",
  isExamination: true,
  source: "tags",
  values: (event) => ({
    duration: event.duration,
    oshash: event.oshash,
    title: event.title,
    date: event.date,
    ...trackOrder(event)
  })
})
