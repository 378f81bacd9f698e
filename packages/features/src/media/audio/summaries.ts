import { trackOrder } from "../../catalog/items/trackOrder.ts"
import { itemSummary } from "../../ItemSummaries.ts"
import type { AudioProbed } from "./events.ts"

export const trackSummary = itemSummary<typeof AudioProbed.Type>({
  event: "audio.probed.v1",
  isExamination: true,
  values: (event) => ({
    duration: event.duration,
    oshash: event.oshash,
    ...(event.title === null ? {} : { title: event.title }),
    ...(event.date === null ? {} : { date: event.date }),
    ...trackOrder(event)
  })
})
