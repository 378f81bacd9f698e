import type { SqlClient } from "@effect/sql/SqlClient"
import type { EventStore } from "@media/event-store/EventStore"
import type { Processor } from "@media/jobs/Processor"
import type { Ffprobe } from "@media/media-tools/Ffprobe"
import type { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import { libraryScanProcessor } from "./scan/processor.ts"
import { previewProcessor } from "./playback/processor.ts"
import { mediaProbeProcessor } from "./videos/processor.ts"

/** The bodies of all queues that have one; a queue without stays empty. */
export const processors: ReadonlyArray<Processor<SqlClient | EventStore | Ffprobe | HlsEngine>> = [
  libraryScanProcessor,
  mediaProbeProcessor,
  previewProcessor
]
