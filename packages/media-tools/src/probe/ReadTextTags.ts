import * as Effect from "effect/Effect"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { PROBE_CPU_SECONDS, PROBE_MEMORY_BYTES } from "./Bounds.ts"

/** A person is waiting for it. */
const LIMIT_MS = 20_000
/** The libretto of an opera is 100 KB; a longer text is not lyrics. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

const QUESTION = [
  ..."-hide_banner -v error -of json -select_streams a:0 -show_entries".split(" "),
  "format_tags:stream_tags"
]

interface Answer {
  readonly format?: { readonly tags?: Readonly<Record<string, unknown>> }
  readonly streams?: ReadonlyArray<{ readonly tags?: Readonly<Record<string, unknown>> }>
}

/**
 * The unchanged tags of a file and of its first audio stream, including line ends; ffmpeg's names, in lower case. For
 * tags that `ProbeFacts.tags`, with one line each, does not contain. Empty for a file that ffprobe cannot read.
 */
export const readTextTags = (path: MediaPath) =>
  Effect.gen(function* () {
    const tools = yield* MediaProcess
    const { stdout } = yield* tools.run({
      tool: "ffprobe",
      args: [...QUESTION, ...probeInputArgs(path)],
      timeoutMs: LIMIT_MS,
      limits: { cpuSeconds: PROBE_CPU_SECONDS, memoryBytes: PROBE_MEMORY_BYTES, fileBytes: 0 },
      maxStdoutBytes: MAX_ANSWER_BYTES
    })
    return tagsIn(stdout.toString("utf8"))
  })

/** ffprobe answers in JSON, whatever the file contains; a truncated answer is not JSON. */
const tagsIn = (text: string): Readonly<Record<string, string>> => {
  try {
    const { format, streams } = JSON.parse(text) as Answer
    const entries = [...Object.entries(streams?.[0]?.tags ?? {}), ...Object.entries(format?.tags ?? {})]
    return Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === "string" ? [[name.toLowerCase(), value]] : []))
    )
  } catch {
    return {}
  }
}
