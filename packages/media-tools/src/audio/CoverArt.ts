import * as Effect from "effect/Effect"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"

/** Maximum size of a picture in bytes, the same as for uploaded pictures. */
const MOST_BYTES = 20 * 1024 * 1024
/** Wall clock limit in milliseconds, for disks that stop responding. */
const WALL_MS = 5 * 60_000
const LIMITS = { cpuSeconds: 20, memoryBytes: 1024 ** 3, fileBytes: 0 }
/** Nice value that gives scans and viewers priority. */
const NICE = 10

/** Returns the unchanged bytes of a picture embedded in a media file, in any format. Nothing is decoded here. */
export const coverArt = (
  path: MediaPath,
  stream: number
): Effect.Effect<Buffer, MediaProcessError, MediaProcess> =>
  Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1"],
        ...inputArgs(path),
        ...["-map", `0:${stream}`, "-c", "copy", "-frames:v", "1", "-f", "data", "pipe:1"]
      ],
      timeoutMs: WALL_MS,
      limits: LIMITS,
      nice: NICE,
      maxStdoutBytes: MOST_BYTES
    })
  ).pipe(
    Effect.map(({ stdout }) => stdout),
    Effect.withSpan("media.coverArt")
  )
