import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Readable, Writable } from "node:stream"
import type { ChildCommand, StreamCommand } from "./ChildCommand.ts"
import type { ChildError, ChildFailed, ChildNotStarted, ChildStopped } from "./ChildErrors.ts"
import type { Launcher } from "./Launcher.ts"

export interface ChildResult {
  readonly stdout: Buffer
  /** At most the last 64 KiB. */
  readonly stderrTail: string
}

export interface RunningChild {
  readonly pid: number
  /** Undefined unless the command requests it. Writing to a program that has ended is not an error. */
  readonly stdin: Writable | undefined
  /** If you do not read it, the program pauses. */
  readonly stdout: Readable
  /** File descriptors 3 and up. */
  readonly pipes: ReadonlyArray<Readable>
  /** Waits for the end: exit code 0 or a typed failure. May be awaited more than once. */
  readonly exit: Effect.Effect<{ readonly stderrTail: string }, ChildFailed | ChildStopped>
  /**
   * True if it was killed but is in an uninterruptible call, and we stopped waiting for it. False again once it has
   * ended.
   */
  readonly isHeld: () => boolean
  /** Its stderr so far, at most the last 64 KiB. */
  readonly stderrTail: () => string
}

export interface ChildrenShape {
  /** Runs until the end; interruption stops the process group and waits for it. stdin is empty. */
  readonly run: (command: ChildCommand) => Effect.Effect<ChildResult, ChildError>
  /** Starts the program; closing the scope stops the process group and waits for it. */
  readonly stream: (command: StreamCommand) => Effect.Effect<RunningChild, ChildNotStarted, Scope.Scope>
  /**
   * How programs are started on this system, for a caller that keeps a shell to start them (`ToolShell` of
   * media-tools).
   */
  readonly launcher: Launcher
}

/** The one port through which programs run. Live layer: `LiveChildren.ts`. */
export class Children extends Context.Tag("@media/children/Children")<Children, ChildrenShape>() {}
