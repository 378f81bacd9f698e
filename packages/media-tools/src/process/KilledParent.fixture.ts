import { Children } from "@media/children/Children"
import { liveChildren, makeChildren } from "@media/children/LiveChildren"
import * as Effect from "effect/Effect"
import { MediaBinaries } from "../MediaBinaries.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import { makeMediaProcess } from "./LiveMediaProcess.ts"

const args = ["-v", "error", "-f", "lavfi", "-i", "testsrc2", "-f", "null", "-"]
const endless = (tools: MediaProcessShape) => tools.run({ tool: "ffmpeg", args })

/**
 * The program that the test bundles, runs and kills. It starts three ffmpeg processes that never end: one directly, one
 * in a shell, and one in a shell as on a system without `setpriv`. Then it prints the process id of the first one and
 * waits.
 */
const program = Effect.gen(function* () {
  const binaries = yield* MediaBinaries
  const children = yield* Children
  const bare = Children.of(makeChildren({ ...children.launcher, guard: [] }))
  const tools = yield* makeMediaProcess(binaries)
  const bareTools = yield* Effect.provideService(makeMediaProcess(binaries), Children, bare)
  const tool = yield* tools.stream({ tool: "ffmpeg", args })
  yield* Effect.fork(endless(tools))
  yield* Effect.fork(endless(bareTools))
  yield* Effect.sleep("500 millis")
  process.stdout.write(String(tool.pid))
  yield* Effect.never
})

void Effect.runPromise(
  Effect.scoped(program).pipe(Effect.provide(MediaBinaries.layer), Effect.provide(liveChildren))
)
