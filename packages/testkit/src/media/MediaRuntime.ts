import * as Layer from "effect/Layer"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { liveFfprobe } from "@media/media-tools/probe/LiveFfprobe"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"

/** The real media tools, for `*.media.test.ts`. */
export const realMediaTools = liveFfprobe.pipe(
  Layer.provideMerge(liveMediaProcess),
  Layer.provideMerge(MediaBinaries.layer)
)
