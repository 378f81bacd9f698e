// Made by `npm run generate`. Do not edit.
import type { QueueName } from "@media/jobs/QueueDef"
import type { Backfill } from "../defineSlice.ts"
import { collectionsToRefresh } from "../app/collections/backfill.ts"
import { imagesToFingerprint, tracksToFingerprint, videosToFingerprint } from "../library/fingerprints/backfill.ts"
import { librariesToCleanUp } from "../library/libraries/backfill.ts"
import { rootsToScan } from "../library/scan/backfill.ts"
import { librariesToGroup } from "../media/albums/backfill.ts"
import { tracksToProbe, tracksWithoutWaveform } from "../media/audio/backfill.ts"
import { booksToRead } from "../media/books/backfill.ts"
import { galleriesToScan } from "../media/galleries/backfill.ts"
import { librariesToClassify } from "../media/series/backfill.ts"
import { videosToProbe } from "../media/videos/backfill.ts"
import { itemsToPicture } from "../playback/pictures/backfill.ts"
import { videosToPreview } from "../playback/streaming/backfill.ts"
import { videosToExtract } from "../playback/subtitles/backfill.ts"

/** For each queue, the jobs that "Run now" queues. */
export const backfills: Partial<Record<QueueName, Backfill>> = {
  "collection-refresh": collectionsToRefresh,
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
  "series-scan": librariesToClassify,
  "media-probe": videosToProbe,
  "image-thumbnail": itemsToPicture,
  "preview": videosToPreview,
  "extract-subtitles": videosToExtract
}
