import { albumOrder } from "../../catalog/items/trackOrder.ts"
import { itemSummary } from "../../ItemSummaries.ts"
import type { AlbumDescribed } from "./events.ts"

export const albumSummary = itemSummary<typeof AlbumDescribed.Type>({
  event: "album.described.v1",
  isExamination: false,
  source: "tags",
  values: (event) => ({
    artistKey: albumOrder(event),
    ...(event.title == null ? {} : { title: event.title })
  })
})
