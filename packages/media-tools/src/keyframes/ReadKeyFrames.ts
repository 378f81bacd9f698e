import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import { mainVideo, type ProbeFacts } from "../ProbeFacts.ts"
import { PACKETS_CPU_SECONDS, PROBE_MEMORY_BYTES } from "../probe/Bounds.ts"
import { BoundedFile, IndexUnusable } from "./BoundedFile.ts"
import type { KeyFrameIndex } from "./KeyFrames.ts"
import { readMatroskaKeyFrames } from "./MatroskaKeyFrames.ts"
import { readMp4KeyFrames } from "./Mp4KeyFrames.ts"

/**
 * The key frames cannot be read. If `isStructural` is true, the file itself is the reason, and every attempt fails in
 * the same way. Otherwise the disk is the reason.
 */
export class KeyFramesUnreadable extends Schema.TaggedError<KeyFramesUnreadable>()("KeyFramesUnreadable", {
  reason: Schema.String,
  isStructural: Schema.Boolean
}) {
  override get message(): string {
    return `The index of key frames could not be read: ${this.reason}`
  }
}

/**
 * Reads the key frames from the container's own index, in milliseconds. Returns `undefined` if there is no index of a
 * supported kind.
 */
export const readKeyFrames = (
  path: MediaPath,
  facts: ProbeFacts
): Effect.Effect<KeyFrameIndex | undefined, KeyFramesUnreadable> =>
  Effect.tryPromise({
    try: () => readIndex(path, facts),
    catch: (cause) =>
      new KeyFramesUnreadable({
        reason:
          cause instanceof IndexUnusable
            ? cause.message
            : ((cause as NodeJS.ErrnoException).code ?? "defect"),
        isStructural: cause instanceof IndexUnusable || cause instanceof RangeError
      })
  }).pipe(Effect.withSpan("KeyFrames.read"))

const readIndex = async (path: MediaPath, facts: ProbeFacts): Promise<KeyFrameIndex | undefined> => {
  const isMp4 = facts.formatNames.includes("mov")
  if (!isMp4 && !facts.formatNames.includes("matroska")) return undefined
  const file = await BoundedFile.open(path)
  try {
    return isMp4
      ? await readMp4KeyFrames(file, mainVideo(facts)?.index ?? 0)
      : await readMatroskaKeyFrames(file)
  } finally {
    await file.close()
  }
}

/** Time limit in milliseconds. Reading every packet of a 20 GB file from a slow disk takes minutes. */
const SCAN_LIMIT_MS = 15 * 60_000
const SCAN_BYTES = 64 * 1024 * 1024

/**
 * Finds the key frames of a file without an index by reading the whole file. For 464 MB in the page cache, this takes
 * 653 ms.
 */
export const scanKeyFrames = Effect.fn("KeyFrames.scan")(function* (
  tools: MediaProcessShape,
  path: MediaPath,
  facts: ProbeFacts
) {
  const { stdout } = yield* tools.run({
    tool: "ffprobe",
    args: [
      ...["-v", "error", "-select_streams", String(mainVideo(facts)?.index ?? "v:0")],
      ...["-show_entries", "packet=pts_time,flags", "-of", "csv=p=0"],
      ...probeInputArgs(path)
    ],
    timeoutMs: SCAN_LIMIT_MS,
    limits: { cpuSeconds: PACKETS_CPU_SECONDS, memoryBytes: PROBE_MEMORY_BYTES, fileBytes: 0 },
    maxStdoutBytes: SCAN_BYTES
  })
  const seconds = stdout
    .toString("latin1")
    .split("\n")
    .filter((line) => line.includes("K"))
    .map((line) => Number.parseFloat(line))
    .filter((second) => Number.isFinite(second))
    .sort((a, b) => a - b)
  const index: KeyFrameIndex = { seconds, allIdr: "unknown", origin: "packets", isEdited: false }
  return index
})
