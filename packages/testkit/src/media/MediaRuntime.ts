import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { liveFfprobe } from "@media/media-tools/probe/LiveFfprobe"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"

/**
 * Runs the tools with normal priority. In the product, background encoding has the lowest priority. With the lowest
 * priority, a test that waits for an encoding would take 50 times as long on a machine that runs other programs.
 */
const eagerMediaProcess = Layer.effect(
  MediaProcess,
  Effect.map(MediaProcess, ({ run, stream }) => ({
    run: (command) => run({ ...command, nice: 0 }),
    stream: (command) => stream({ ...command, nice: 0 })
  }))
).pipe(Layer.provide(liveMediaProcess))

/** The real media tools, for `*.media.test.ts`. */
export const realMediaTools = liveFfprobe.pipe(
  Layer.provideMerge(eagerMediaProcess),
  Layer.provideMerge(MediaBinaries.layer)
)
