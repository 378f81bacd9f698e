// Made by `npm run generate`. Do not edit.
import type { AfterScan } from "../AfterScan.ts"
import { tracksWithLaterCover, tracksWithReplacedCover } from "../pictures/laterCovers.ts"
import { videosWithOtherSubtitles } from "../subtitles/sidecars.ts"
import { videosToTryAgain } from "../videos/backlog.ts"

/** Jobs that are queued once the files of a root are known. */
export const afterScan = [
  tracksWithLaterCover,
  tracksWithReplacedCover,
  videosWithOtherSubtitles,
  videosToTryAgain
] as const satisfies ReadonlyArray<AfterScan>
