import { itemSummary } from "../../ItemSummaries.ts"
import type { SeriesDescribed, VideoClassified } from "./events.ts"

export const classificationSummary = itemSummary<VideoClassified>({
  event: "video.classified.v1",
  isExamination: false,
  values: ({ airDate, role, shownTitle, year }) => ({
    role,
    ...(shownTitle === null ? {} : { title: shownTitle }),
    ...(role === "episode" && typeof airDate === "string" ? { date: airDate } : {}),
    ...(role === "movie" && year !== null ? { date: String(year) } : {})
  })
})

export const seriesSummary = itemSummary<typeof SeriesDescribed.Type>({
  event: "series.described.v1",
  isExamination: false,
  values: ({ title, year }) => ({
    ...(title === null ? {} : { title }),
    ...(year === null ? {} : { date: String(year) })
  })
})
