import { itemSummary } from "../../ItemSummaries.ts"
import type { VideoProbed } from "./events.ts"

export const videoSummary = itemSummary<typeof VideoProbed.Type>({
  event: "video.probed.v1",
  isExamination: true,
  values: ({ duration, height, oshash, width }) => ({ duration, width, height, oshash })
})
