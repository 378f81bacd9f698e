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
  /** Undefined unless the command requests a pipe to stdin. Writes to a program that has ended are ignored. */
  readonly stdin: Writable | undefined
  /** If the caller stops reading, the pipe fills up and the program pauses. */
  readonly stdout: Readable
  /** Additional output pipes: file descriptors 3 and up. */
  readonly pipes: ReadonlyArray<Readable>
  /** Waits for the program to end. Succeeds if its exit code is 0, and fails otherwise. May be run more than once. */
  readonly exit: Effect.Effect<{ readonly stderrTail: string }, ChildFailed | ChildStopped>
  /**
   * True if the program still exists although it was killed, because it is in an uninterruptible system call. In this
   * case, `exit` no longer waits for the program. False again once the program has ended.
   */
  readonly isHeld: () => boolean
  /** Returns the program's stderr so far, at most the last 64 KiB. */
  readonly stderrTail: () => string
}

export interface ChildrenShape {
  /**
   * Runs a program without stdin until it ends, and returns its output. If interrupted, stops the process group and
   * waits for the program to end.
   */
  readonly run: (command: ChildCommand) => Effect.Effect<ChildResult, ChildError>
  /** Starts a program. Closing the scope stops the process group and waits for the program to end. */
  readonly stream: (command: StreamCommand) => Effect.Effect<RunningChild, ChildNotStarted, Scope.Scope>
  /**
   * The command prefixes with which programs are started on this system. Exposed for `ToolShell` in media-tools, which
   * starts programs from its own shell.
   */
  readonly launcher: Launcher
}

/**
 * Starts child processes. All code that needs to run a program uses this service. The live layer is in
 * `LiveChildren.ts`.
 */
export class Children extends Context.Tag("@media/children/Children")<Children, ChildrenShape>() {}
