import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Readable, Writable } from "node:stream"
import type { ChildCommand, StreamCommand } from "./ChildCommand.ts"
import type { ChildError, ChildFailed, ChildNotStarted, ChildStopped } from "./ChildErrors.ts"
import type { Launcher } from "./Launcher.ts"

export interface ChildResult {
  readonly stdout: Buffer
  /** The end of stderr, at most 64 KiB. */
  readonly stderrTail: string
}

export interface RunningChild {
  readonly pid: number
  /** Undefined unless the command requests a pipe to stdin. Writing to a program that has ended is not an error. */
  readonly stdin: Writable | undefined
  /** If the caller stops reading, the pipe fills up and the program pauses. */
  readonly stdout: Readable
  /** Additional output pipes: file descriptors 3 and up. */
  readonly pipes: ReadonlyArray<Readable>
  /**
   * Waits for the program to end. Succeeds with exit code 0, or fails with a typed error. May be awaited more than
   * once.
   */
  readonly exit: Effect.Effect<{ readonly stderrTail: string }, ChildFailed | ChildStopped>
  /**
   * True if the program was killed but still exists, because it is in an uninterruptible system call. `exit` no longer
   * waits for the program. False again once the program has ended.
   */
  readonly isHeld: () => boolean
  /** Returns the program's stderr so far, at most the last 64 KiB. */
  readonly stderrTail: () => string
}

export interface ChildrenShape {
  /** Runs a program to its end, without stdin. Interruption stops the process group and waits for its end. */
  readonly run: (command: ChildCommand) => Effect.Effect<ChildResult, ChildError>
  /** Starts a program. Closing the scope stops the process group and waits for its end. */
  readonly stream: (command: StreamCommand) => Effect.Effect<RunningChild, ChildNotStarted, Scope.Scope>
  /**
   * Command prefixes for starting programs on this system, for callers that start programs from a shell of their own
   * (`ToolShell` of media-tools).
   */
  readonly launcher: Launcher
}

/** The only port through which this code base starts programs. Live layer: `LiveChildren.ts`. */
export class Children extends Context.Tag("@media/children/Children")<Children, ChildrenShape>() {}
