import type { ChildLimits } from "@media/children/ChildCommand"
import type { Launcher } from "@media/children/Launcher"
import { ulimits } from "@media/children/Ulimits"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { areShellSafe, type Ran, ToolShell } from "./ToolShell.ts"

/** Time in milliseconds after which an unused shell exits. Consecutive commands follow each other within milliseconds. */
const KEEP_MS = 10_000

export interface ToolShells {
  /** True if a shell can run this command line, which is the case if all its words are printable ASCII. */
  readonly canRun: (words: ReadonlyArray<string>) => boolean
  /** Runs one command. If interrupted, stops the command and waits until it has exited. */
  readonly run: (
    words: ReadonlyArray<string>,
    limits: ChildLimits,
    maxStdoutBytes: number
  ) => Effect.Effect<Ran>
}

/**
 * Creates a pool of shells, one per concurrent command. A shell exits after ten seconds without a
 * command. The resource limits of a running shell cannot change, so each shell runs only commands
 * with the same limits.
 */
export const makeToolShells = (
  launcher: Launcher,
  env: Readonly<Record<string, string>>
): Effect.Effect<ToolShells, never, Scope.Scope> =>
  Effect.gen(function* () {
    const idle = new Map<ToolShell, NodeJS.Timeout>()
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => Promise.all([...idle.keys()].map((shell) => dismiss(shell))))
    )

    const dismiss = (shell: ToolShell): Promise<void> => {
      clearTimeout(idle.get(shell))
      idle.delete(shell)
      return shell.stop()
    }
    const take = (limits: string): ToolShell => {
      for (const shell of [...idle.keys()].reverse()) {
        if (shell.limits !== limits) continue
        clearTimeout(idle.get(shell))
        idle.delete(shell)
        if (shell.isIdle) return shell
        void shell.stop()
      }
      return new ToolShell({ prefix: [...launcher.network(false), ...launcher.guard], limits, env })
    }
    const giveBack = (shell: ToolShell): void => {
      const timer = setTimeout(() => void dismiss(shell), KEEP_MS)
      timer.unref()
      idle.set(shell, timer)
    }

    return {
      canRun: (words) => launcher.shell !== undefined && words.length > 0 && areShellSafe(words),
      run: (words, limits, maxStdoutBytes) =>
        Effect.acquireUseRelease(
          Effect.sync(() => take(ulimits(limits))),
          (shell) => Effect.promise(() => shell.run(words, maxStdoutBytes)),
          (shell, exit) =>
            Exit.isSuccess(exit) && shell.isIdle && !exit.value.isTooMuch
              ? Effect.sync(() => giveBack(shell))
              : Effect.promise(() => shell.stop())
        )
    }
  })
