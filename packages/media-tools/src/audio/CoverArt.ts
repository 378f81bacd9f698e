import * as Effect from "effect/Effect"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"

/** The same limit as for uploaded pictures. */
const MOST_BYTES = 20 * 1024 * 1024
/** Wall clock limit, for disks that do not answer. */
const WALL_MS = 5 * 60_000
const LIMITS = { cpuSeconds: 20, memoryBytes: 1024 ** 3, fileBytes: 0 }
/** Yields to scans and viewers. */
const NICE = 10

/** The unchanged bytes of a picture embedded in a media file, of any format: nothing is decoded here. */
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
