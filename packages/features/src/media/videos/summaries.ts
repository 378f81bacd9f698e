import { itemSummary } from "../../ItemSummaries.ts"
import type { VideoProbed } from "./events.ts"
import { videoTags } from "./tags.ts"

export const videoSummary = itemSummary<typeof VideoProbed.Type>({
  event: "video.probed.v1",
  isExamination: true,
  source: "tags",
  values: ({ duration, facts, height, oshash, width }) => ({
    ...{ duration, width, height, oshash },
    ...videoTags(facts)
  })
})
