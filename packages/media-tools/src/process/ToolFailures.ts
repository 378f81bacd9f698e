import type { ChildError, ChildFailed, ChildNotStarted, ChildStopped } from "@media/children/ChildErrors"
import {
  MediaProcessFailed,
  MediaProcessTimeout,
  type MediaTool,
  MediaToolMissing
} from "../MediaToolErrors.ts"

export const toMissing = (tool: MediaTool, { code }: ChildNotStarted): MediaToolMissing =>
  new MediaToolMissing({ tool, tried: [`starting it failed (${code ?? "unknown error"})`] })

/** Converts the error of a child process to the corresponding error of the tool. */
export const toToolFailure = (
  tool: MediaTool,
  error: ChildFailed | ChildStopped
): MediaProcessFailed | MediaProcessTimeout => {
  if (error._tag === "ChildFailed") {
    const { exitCode, signal, stderrTail } = error
    return new MediaProcessFailed({ tool, exitCode, signal, stderrTail })
  }
  const { allowed, limit } = error
  switch (limit) {
    case "wall":
    case "silence":
      return new MediaProcessTimeout({ tool, kind: limit, limitMs: allowed })
    case "cpu":
      return new MediaProcessTimeout({ tool, kind: limit, limitMs: allowed * 1_000 })
    default:
      return refused(tool, `it wrote ${limit === "output" ? "more" : "a file larger"} than ${allowed} bytes`)
  }
}

/** Creates the error for a command that was not started, or that was stopped because it wrote too much. */
export const refused = (tool: MediaTool, reason: string): MediaProcessFailed =>
  new MediaProcessFailed({ tool, exitCode: null, signal: null, stderrTail: reason })

export const toToolError = (tool: MediaTool) => (error: ChildError) =>
  error._tag === "ChildNotStarted" ? toMissing(tool, error) : toToolFailure(tool, error)
