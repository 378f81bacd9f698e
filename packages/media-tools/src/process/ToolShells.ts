import type { ChildLimits } from "@media/children/ChildCommand"
import type { Launcher } from "@media/children/Launcher"
import { ulimits } from "@media/children/Ulimits"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { areShellSafe, type Ran, ToolShell } from "./ToolShell.ts"

/** Time in milliseconds after which an unused shell ends. Consecutive tools follow each other within milliseconds. */
const KEEP_MS = 10_000

export interface ToolShells {
  /** True if a shell can run the words. False for words with characters that are not printable ASCII. */
  readonly canRun: (words: ReadonlyArray<string>) => boolean
  /** Runs one command. Interruption stops the command and waits for its end. */
  readonly run: (
    words: ReadonlyArray<string>,
    limits: ChildLimits,
    maxStdoutBytes: number
  ) => Effect.Effect<Ran>
}

/**
 * Keeps one shell per concurrent command. A shell that is unused for ten seconds ends. A shell's limits are fixed, so
 * each shell runs only commands with the same limits.
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
