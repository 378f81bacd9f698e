// Made by `npm run generate`. Do not edit.
import type { QueueName } from "@media/jobs/QueueDef"
import type { Backlog } from "../defineSlice.ts"
import { librariesToGroup } from "../albums/backlog.ts"
import { tracksToProbe, tracksWithoutWaveform } from "../audio/backlog.ts"
import { booksToRead } from "../books/backlog.ts"
import { imagesToFingerprint, tracksToFingerprint, videosToFingerprint } from "../fingerprints/backlog.ts"
import { galleriesToScan } from "../galleries/backlog.ts"
import { librariesToCleanUp } from "../libraries/backlog.ts"
import { itemsToPicture } from "../pictures/backlog.ts"
import { videosToPreview } from "../playback/backlog.ts"
import { rootsToScan } from "../scan/backlog.ts"
import { videosToExtract } from "../subtitles/backlog.ts"
import { videosToProbe } from "../videos/backlog.ts"

/** What "run" means for each queue. */
export const backlogs: Partial<Record<QueueName, Backlog>> = {
  "audio-scan": librariesToGroup,
  "audio-probe": tracksToProbe,
  "audio-waveform": tracksWithoutWaveform,
  "book-read": booksToRead,
  "fingerprint": videosToFingerprint,
  "image-fingerprint": imagesToFingerprint,
  "audio-fingerprint": tracksToFingerprint,
  "gallery-scan": galleriesToScan,
  "library-maintenance": librariesToCleanUp,
  "image-thumbnail": itemsToPicture,
  "preview": videosToPreview,
  "library-scan": rootsToScan,
  "extract-subtitles": videosToExtract,
  "media-probe": videosToProbe
}
