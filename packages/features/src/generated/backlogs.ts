// Made by `npm run generate`. Do not edit.
import type { QueueName } from "@media/jobs/QueueDef"
import type { Backlog } from "../defineSlice.ts"
import { imagesToFingerprint, tracksToFingerprint, videosToFingerprint } from "../library/fingerprints/backlog.ts"
import { librariesToCleanUp } from "../library/libraries/backlog.ts"
import { rootsToScan } from "../library/scan/backlog.ts"
import { librariesToGroup } from "../media/albums/backlog.ts"
import { tracksToProbe, tracksWithoutWaveform } from "../media/audio/backlog.ts"
import { booksToRead } from "../media/books/backlog.ts"
import { galleriesToScan } from "../media/galleries/backlog.ts"
import { videosToProbe } from "../media/videos/backlog.ts"
import { itemsToPicture } from "../playback/pictures/backlog.ts"
import { videosToPreview } from "../playback/streaming/backlog.ts"
import { videosToExtract } from "../playback/subtitles/backlog.ts"

/** What "run" means for each queue. */
export const backlogs: Partial<Record<QueueName, Backlog>> = {
  "fingerprint": videosToFingerprint,
  "image-fingerprint": imagesToFingerprint,
  "audio-fingerprint": tracksToFingerprint,
  "library-maintenance": librariesToCleanUp,
  "library-scan": rootsToScan,
  "audio-scan": librariesToGroup,
  "audio-probe": tracksToProbe,
  "audio-waveform": tracksWithoutWaveform,
  "book-read": booksToRead,
  "gallery-scan": galleriesToScan,
  "media-probe": videosToProbe,
  "image-thumbnail": itemsToPicture,
  "preview": videosToPreview,
  "extract-subtitles": videosToExtract
}
