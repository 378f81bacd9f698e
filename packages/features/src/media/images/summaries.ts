import { itemSummary } from "../../ItemSummaries.ts"
import type { ImageExamined } from "./events.ts"

export const imageSummary = itemSummary<typeof ImageExamined.Type>({
  event: "image.examined.v1",
  isExamination: true,
  source: "tags",
  values: ({ height, takenAt, title, width }) => ({ width, height, takenAt, title: title ?? null })
})
