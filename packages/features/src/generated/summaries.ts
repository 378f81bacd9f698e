// Made by `npm run generate`. Do not edit.
import type { ItemSummary } from "../ItemSummaries.ts"
import { albumSummary } from "../media/albums/summaries.ts"
import { trackSummary } from "../media/audio/summaries.ts"
import { bookSummary } from "../media/books/summaries.ts"
import { archiveSummary } from "../media/galleries/summaries.ts"
import { imageSummary } from "../media/images/summaries.ts"
import { classificationSummary, renumberedSummary, seriesSummary } from "../media/series/summaries.ts"
import { videoSummary } from "../media/videos/summaries.ts"

/** The values that the events of a kind set in the table of all items. */
export const summaries = [
  albumSummary,
  trackSummary,
  bookSummary,
  archiveSummary,
  imageSummary,
  classificationSummary,
  renumberedSummary,
  seriesSummary,
  videoSummary
] as const satisfies ReadonlyArray<ItemSummary>
