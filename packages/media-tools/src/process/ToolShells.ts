import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import type { Launcher } from "./Launcher.ts"
import { areShellSafe, type Ran, ToolShell } from "./ToolShell.ts"

/** Tools that follow each other follow within milliseconds. */
const KEEP_MS = 10_000

export interface ToolShells {
  /** Not for words that are no plain ASCII; none are never run. */
  readonly canRun: (words: ReadonlyArray<string>) => boolean
  /** Runs one command; interruption ends it and waits for it. */
  readonly run: (words: ReadonlyArray<string>, maxStdoutBytes: number) => Effect.Effect<Ran>
}

/** As many shells as commands run at once; one that nothing used for ten seconds ends. */
export const makeToolShells = (launcher: Launcher): Effect.Effect<ToolShells, never, Scope.Scope> =>
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
    const take = (): ToolShell => {
      for (const shell of [...idle.keys()].reverse()) {
        clearTimeout(idle.get(shell))
        idle.delete(shell)
        if (shell.isIdle) return shell
        void shell.stop()
      }
      return new ToolShell(launcher.guard)
    }
    const giveBack = (shell: ToolShell): void => {
      const timer = setTimeout(() => void dismiss(shell), KEEP_MS)
      timer.unref()
      idle.set(shell, timer)
    }

    return {
      canRun: (words) => launcher.hasShell && words.length > 0 && areShellSafe(words),
      run: (words, maxStdoutBytes) =>
        Effect.acquireUseRelease(
          Effect.sync(take),
          (shell) => Effect.promise(() => shell.run([...launcher.guard, ...words], maxStdoutBytes)),
          (shell, exit) =>
            Exit.isSuccess(exit) && shell.isIdle && !exit.value.isTooMuch
              ? Effect.sync(() => giveBack(shell))
              : Effect.promise(() => shell.stop())
        )
    }
  })
