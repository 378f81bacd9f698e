// Made by `npm run generate`. Do not edit.
import type { Processor } from "@media/jobs/Processor"
import type { ProcessorRequirements } from "../defineSlice.ts"
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

const all = [
  collectionRefreshProcessor,
  pluginTaskProcessor,
  fingerprintProcessor,
  imageFingerprintProcessor,
  audioFingerprintProcessor,
  libraryMaintenanceProcessor,
  libraryScanProcessor,
  audioScanProcessor,
  audioProbeProcessor,
  audioWaveformProcessor,
  bookReadProcessor,
  galleryScanProcessor,
  seriesScanProcessor,
  mediaProbeProcessor,
  metadataImportProcessor,
  imageThumbnailProcessor,
  previewProcessor,
  extractSubtitlesProcessor
] as const

/** The bodies of all queues that have one; a queue without stays empty. */
export const processors: ReadonlyArray<Processor<ProcessorRequirements<(typeof all)[number]>>> = all
