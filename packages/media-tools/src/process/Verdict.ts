import * as Effect from "effect/Effect"
import type { StreamCommand } from "../MediaProcess.ts"
import {
  MediaProcessFailed,
  MediaProcessTimeout,
  type MediaTool,
  MediaToolMissing
} from "../MediaToolErrors.ts"

/** How a tool ended. */
export interface ToolEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderrTail: string
  readonly elapsedMs: number
  /** The limit without output ended it. */
  readonly wasSilent?: boolean
}

/** What its end means for the command. */
export const judge = (
  command: StreamCommand,
  { elapsedMs, exitCode, signal, stderrTail, wasSilent }: ToolEnd
): Effect.Effect<{ readonly stderrTail: string }, MediaProcessFailed | MediaProcessTimeout> => {
  const { silenceMs = 0, timeoutMs, tool } = command
  if (wasSilent === true) return new MediaProcessTimeout({ tool, kind: "silence", limitMs: silenceMs })
  if (exitCode === 0) return Effect.succeed({ stderrTail })
  if (signal === "SIGKILL" && timeoutMs !== undefined && elapsedMs >= timeoutMs)
    return tookTooLong(tool, timeoutMs)
  return new MediaProcessFailed({ tool, exitCode, signal, stderrTail })
}

export const tookTooLong = (tool: MediaTool, limitMs: number): MediaProcessTimeout =>
  new MediaProcessTimeout({ tool, kind: "wall", limitMs })

export const wroteTooMuch = (tool: MediaTool, limit: number): MediaProcessFailed =>
  new MediaProcessFailed({
    tool,
    exitCode: null,
    signal: null,
    stderrTail: `it wrote more than ${limit} bytes`
  })

export const couldNotStart = (tool: MediaTool, cause: unknown): MediaToolMissing | MediaProcessFailed => {
  const error = cause as NodeJS.ErrnoException
  // `open` is our own step for names that are no UTF-8: the file is at fault then, not the tool.
  if (error.syscall === "open") {
    const stderrTail = `the file could not be opened (${error.code ?? "unknown error"})`
    return new MediaProcessFailed({ tool, exitCode: null, signal: null, stderrTail })
  }
  return new MediaToolMissing({ tool, tried: [`starting it failed (${error.code ?? "unknown error"})`] })
}
