// Made by `npm run generate`. Do not edit.
import { collectionRefreshProcessor } from "../app/collections/processor.ts"
import { pluginTaskProcessor } from "../app/plugins/processor.ts"
import { audioFingerprintProcessor, fingerprintProcessor, imageFingerprintProcessor } from "../library/fingerprints/processor.ts"
import { libraryMaintenanceProcessor } from "../library/libraries/processor.ts"
import { libraryScanProcessor } from "../library/scan/processor.ts"
import { audioScanProcessor } from "../media/albums/processor.ts"
import { audioWaveformProcessor } from "../media/audio/makeWaveform.ts"
import { audioProbeProcessor } from "../media/audio/processor.ts"
import { bookReadProcessor } from "../media/books/processor.ts"
import { galleryScanProcessor } from "../media/galleries/processor.ts"
import { seriesScanProcessor } from "../media/series/processor.ts"
import { mediaProbeProcessor } from "../media/videos/processor.ts"
import { metadataImportProcessor } from "../metadata/proposals/processor.ts"
import { imageThumbnailProcessor } from "../playback/pictures/processor.ts"
import { previewProcessor } from "../playback/streaming/processor.ts"
import { extractSubtitlesProcessor } from "../playback/subtitles/processor.ts"

/** The processors of all queues, each loaded by the first job of its queue. */
export const lazyProcessors = {
  "collection-refresh": collectionRefreshProcessor,
  "plugin-task": pluginTaskProcessor,
  "fingerprint": fingerprintProcessor,
  "image-fingerprint": imageFingerprintProcessor,
  "audio-fingerprint": audioFingerprintProcessor,
  "library-maintenance": libraryMaintenanceProcessor,
  "library-scan": libraryScanProcessor,
  "audio-scan": audioScanProcessor,
  "audio-probe": audioProbeProcessor,
  "audio-waveform": audioWaveformProcessor,
  "book-read": bookReadProcessor,
  "gallery-scan": galleryScanProcessor,
  "series-scan": seriesScanProcessor,
  "media-probe": mediaProbeProcessor,
  "metadata-import": metadataImportProcessor,
  "image-thumbnail": imageThumbnailProcessor,
  "preview": previewProcessor,
  "extract-subtitles": extractSubtitlesProcessor
} as const
