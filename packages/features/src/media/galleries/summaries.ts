import { itemSummary } from "../../ItemSummaries.ts"
import type { GalleryRead } from "./events.ts"

export const archiveSummary = itemSummary<typeof GalleryRead.Type>({
  event: "gallery.read.v1",
  isExamination: true,
  values: ({ note }) => ({ note })
})
