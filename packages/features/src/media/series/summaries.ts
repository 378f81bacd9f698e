import { itemSummary } from "../../ItemSummaries.ts"
import type { SeriesDescribed, VideoClassified, VideoRenumbered } from "./events.ts"

const idsOf = (ids: Readonly<Record<string, string>>) => (Object.keys(ids).length === 0 ? null : ids)

export const classificationSummary = itemSummary<VideoClassified>({
  event: "video.classified.v1",
  isExamination: false,
  source: "name",
  values: ({ airDate, ids, role, shownTitle, year }) => ({
    role,
    externalIds: idsOf(ids),
    ...(shownTitle === null ? {} : { title: shownTitle }),
    ...(role === "episode" && typeof airDate === "string" ? { date: airDate } : {}),
    ...(role === "movie" && year !== null ? { date: String(year) } : {})
  })
})

export const renumberedSummary = itemSummary<typeof VideoRenumbered.Type>({
  event: "video.renumbered.v1",
  isExamination: false,
  source: "name",
  values: ({ airDate, shownTitle }) => ({
    ...(shownTitle === null ? {} : { title: shownTitle }),
    ...(airDate === null ? {} : { date: airDate })
  })
})

export const seriesSummary = itemSummary<typeof SeriesDescribed.Type>({
  event: "series.described.v1",
  isExamination: false,
  source: "name",
  values: ({ ids, title, year }) => ({
    externalIds: idsOf(ids),
    ...(title === null ? {} : { title }),
    ...(year === null ? {} : { date: String(year) })
  })
})
