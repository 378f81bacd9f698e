// Made by `npm run generate`. Do not edit.
import type { Processor } from "@media/jobs/Processor"
import type { ProcessorRequirements } from "../defineSlice.ts"
import { audioScanProcessor } from "../albums/processor.ts"
import { audioWaveformProcessor } from "../audio/makeWaveform.ts"
import { audioProbeProcessor } from "../audio/processor.ts"
import { bookReadProcessor } from "../books/processor.ts"
import { audioFingerprintProcessor, fingerprintProcessor, imageFingerprintProcessor } from "../fingerprints/processor.ts"
import { galleryScanProcessor } from "../galleries/processor.ts"
import { libraryMaintenanceProcessor } from "../libraries/processor.ts"
import { imageThumbnailProcessor } from "../pictures/processor.ts"
import { previewProcessor } from "../playback/processor.ts"
import { libraryScanProcessor } from "../scan/processor.ts"
import { extractSubtitlesProcessor } from "../subtitles/processor.ts"
import { mediaProbeProcessor } from "../videos/processor.ts"

const all = [
  audioScanProcessor,
  audioProbeProcessor,
  audioWaveformProcessor,
  bookReadProcessor,
  fingerprintProcessor,
  imageFingerprintProcessor,
  audioFingerprintProcessor,
  galleryScanProcessor,
  libraryMaintenanceProcessor,
  imageThumbnailProcessor,
  previewProcessor,
  libraryScanProcessor,
  extractSubtitlesProcessor,
  mediaProbeProcessor
] as const

/** The bodies of all queues that have one; a queue without stays empty. */
export const processors: ReadonlyArray<Processor<ProcessorRequirements<(typeof all)[number]>>> = all
