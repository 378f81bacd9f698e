import type { ChildLimits } from "@media/children/ChildCommand"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Readable } from "node:stream"
import type { MediaPath } from "./MediaPath.ts"
import type {
  MediaProcessError,
  MediaProcessFailed,
  MediaProcessTimeout,
  MediaTool,
  MediaToolMissing
} from "./MediaToolErrors.ts"

/** A file argument. Passed as `file:<absolute path>`, or through an inherited descriptor if the path is not UTF-8. */
export interface FileArgument {
  readonly file: MediaPath
}

export type Argument = string | FileArgument

export interface ToolCommand {
  readonly tool: MediaTool
  /** Arguments, one element per argv entry. No shell interprets the arguments. */
  readonly args: ReadonlyArray<Argument>
  /** Nice value from 0 to 19. Default: 0. */
  readonly nice?: number
  /** Wall clock limit in milliseconds. Default: none. */
  readonly timeoutMs?: number
  /** Limits that the kernel enforces where possible. See `ChildLimits`. Default: none. */
  readonly limits?: Pick<ChildLimits, "cpuSeconds" | "memoryBytes" | "fileBytes">
  /**
   * Maximum time in milliseconds without output on any pipe. While output is waiting to be read, the limit does not
   * apply. Default: no limit.
   */
  readonly silenceMs?: number
  /**
   * How to stop the tool early. `kill` (default) sends SIGKILL to the process group. `terminate` sends SIGTERM, then
   * SIGKILL after 2 s, so that the tool can finalize its output.
   */
  readonly stop?: "kill" | "terminate"
}

export interface RunCommand extends ToolCommand {
  /** Maximum number of bytes on stdout. A run with more output fails. Default: 16 MiB. */
  readonly maxStdoutBytes?: number
}

export interface StreamCommand extends ToolCommand {
  /** Number of additional output pipes: `pipe:3`, `pipe:4`, ... Default 0. */
  readonly extraPipes?: number
}

export interface ToolResult {
  readonly stdout: Buffer
  /** The end of stderr, at most 64 KiB. */
  readonly stderrTail: string
  readonly exitCode: number
}

export interface RunningTool {
  readonly pid: number
  /**
   * The tool's stdout. While it is not read, the tool pauses and uses 0.00 CPU s (measured), so callers can throttle
   * the tool.
   */
  readonly stdout: Readable
  /**
   * The tool's additional output pipes, starting with `pipe:3`. Read all of them concurrently: the tool writes to them
   * in turn and blocks when an unread pipe is full.
   */
  readonly pipes: ReadonlyArray<Readable>
  /**
   * Waits for the tool to end. Succeeds with exit code 0, or fails with a typed error. May be awaited more than once.
   */
  readonly exit: Effect.Effect<{ readonly stderrTail: string }, MediaProcessFailed | MediaProcessTimeout>
  /** Returns the tool's stderr so far, at most the last 64 KiB. */
  readonly stderrTail: () => string
}

export interface MediaProcessShape {
  /** Runs the tool until it exits. Interruption stops the process group and waits for its exit. */
  readonly run: (command: RunCommand) => Effect.Effect<ToolResult, MediaProcessError>
  /** Starts the tool. Closing the scope stops the process group and waits for its exit. */
  readonly stream: (
    command: StreamCommand
  ) => Effect.Effect<RunningTool, MediaToolMissing | MediaProcessFailed, Scope.Scope>
}

/** All runs of ffmpeg and ffprobe go through this port. Live layer: `process/LiveMediaProcess.ts`. */
export class MediaProcess extends Context.Tag("@media/media-tools/MediaProcess")<
  MediaProcess,
  MediaProcessShape
>() {}
