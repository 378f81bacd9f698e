// Made by `npm run generate`. Do not edit.
import type { AfterScan } from "../AfterScan.ts"
import { librariesOutdated } from "../media/series/backfill.ts"
import { videosToTryAgain } from "../media/videos/backfill.ts"
import { tracksWithLaterCover, tracksWithReplacedCover } from "../playback/pictures/laterCovers.ts"
import { videosWithOtherSubtitles } from "../playback/subtitles/sidecars.ts"

/** Jobs that are queued after a scan of a root. */
export const afterScan = [
  librariesOutdated,
  videosToTryAgain,
  tracksWithLaterCover,
  tracksWithReplacedCover,
  videosWithOtherSubtitles
] as const satisfies ReadonlyArray<AfterScan>
