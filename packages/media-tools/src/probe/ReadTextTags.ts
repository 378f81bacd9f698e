import * as Effect from "effect/Effect"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { PROBE_CPU_SECONDS, PROBE_MEMORY_BYTES } from "./Bounds.ts"

/** Time limit in milliseconds. A user is waiting for the result. */
const LIMIT_MS = 20_000
/**
 * Maximum size of ffprobe's output in bytes. The libretto of an opera has 100 KB, so a larger text cannot be lyrics.
 */
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
 * Returns the tags of a file and of its first audio stream without changes, so that line breaks are kept. Use it for
 * tags with several lines, such as lyrics, because `ProbeFacts.tags` does not contain them. Names are ffmpeg's names in
 * lower case. Returns no tags for a file that ffprobe cannot read.
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

/** Parses ffprobe's output. The output is valid JSON for every file, but it may have been truncated. */
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
