import { libraryScanProcessor } from "./libraries/processor.ts"
import { previewProcessor } from "./playback/processor.ts"
import { mediaProbeProcessor } from "./videos/processor.ts"

/** The bodies of all queues that have one; a queue without stays empty. */
export const processors = [libraryScanProcessor, mediaProbeProcessor, previewProcessor] as const
