import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MediaBinaries } from "../MediaBinaries.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { liveMediaProcess } from "./LiveMediaProcess.ts"

/** Run as a bundle by the test: starts an ffmpeg without end in both ways, writes the id of the first, and waits to be killed. */
const program = Effect.gen(function* () {
  const tools = yield* MediaProcess
  const args = ["-v", "error", "-f", "lavfi", "-i", "testsrc2", "-f", "null", "-"]
  const tool = yield* tools.stream({ tool: "ffmpeg", args })
  yield* Effect.fork(tools.run({ tool: "ffmpeg", args }))
  yield* Effect.sleep("500 millis")
  process.stdout.write(String(tool.pid))
  yield* Effect.never
})

const layer = liveMediaProcess.pipe(Layer.provide(MediaBinaries.layer))
void Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(layer)))
