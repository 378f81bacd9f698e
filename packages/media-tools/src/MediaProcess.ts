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

/** A file argument. Written as `file:<absolute path>`, or through an inherited descriptor if it is not UTF-8. */
export interface FileArgument {
  readonly file: MediaPath
}

export type Argument = string | FileArgument

export interface ToolCommand {
  readonly tool: MediaTool
  /** One element per argv entry; there is no shell. */
  readonly args: ReadonlyArray<Argument>
  /** 0..19, default 0. */
  readonly nice?: number
  /** Wall clock limit. Default: none. */
  readonly timeoutMs?: number
  /** Enforced by the kernel if it can; see `ChildLimits`. Default: none. */
  readonly limits?: Pick<ChildLimits, "cpuSeconds" | "memoryBytes" | "fileBytes">
  /** Limit on the time without a byte on any pipe while we are ready to read. Default: none. */
  readonly silenceMs?: number
  /**
   * How to stop it early. `kill` (default) sends SIGKILL to the process group; `terminate` sends SIGTERM, then SIGKILL
   * after 2 s, for outputs that the tool must finalize itself.
   */
  readonly stop?: "kill" | "terminate"
}

export interface RunCommand extends ToolCommand {
  /** More than this on stdout fails the run. Default 16 MiB. */
  readonly maxStdoutBytes?: number
}

export interface StreamCommand extends ToolCommand {
  /** Number of additional output pipes: `pipe:3`, `pipe:4`, ... Default 0. */
  readonly extraPipes?: number
}

export interface ToolResult {
  readonly stdout: Buffer
  /** At most the last 64 KiB. */
  readonly stderrTail: string
  readonly exitCode: number
}

export interface RunningTool {
  readonly pid: number
  /** If you do not read it, the tool pauses (0.00 CPU s while paused, measured); this is how we throttle. */
  readonly stdout: Readable
  /** `pipe:3` upwards. Read all of them, because the tool writes to them in turn. */
  readonly pipes: ReadonlyArray<Readable>
  /** Waits for the end. Exit code 0 or a typed failure. May be awaited more than once. */
  readonly exit: Effect.Effect<{ readonly stderrTail: string }, MediaProcessFailed | MediaProcessTimeout>
  /** Its stderr so far, at most the last 64 KiB. */
  readonly stderrTail: () => string
}

export interface MediaProcessShape {
  /** Runs to the end; interruption stops the process group and waits for it. */
  readonly run: (command: RunCommand) => Effect.Effect<ToolResult, MediaProcessError>
  /** Starts the tool; closing the scope stops the process group and waits for it. */
  readonly stream: (
    command: StreamCommand
  ) => Effect.Effect<RunningTool, MediaToolMissing | MediaProcessFailed, Scope.Scope>
}

/** The one port through which ffmpeg and ffprobe run. Live layer: `process/LiveMediaProcess.ts`. */
export class MediaProcess extends Context.Tag("@media/media-tools/MediaProcess")<
  MediaProcess,
  MediaProcessShape
>() {}
