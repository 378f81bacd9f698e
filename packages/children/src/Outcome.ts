import * as Effect from "effect/Effect"
import { ChildFailed, type ChildLimit, ChildNotStarted, ChildStopped } from "./ChildErrors.ts"
import type { ChildLimits } from "./ChildCommand.ts"

/** How a program ended. */
export interface ChildEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderrTail: string
  readonly elapsedMs: number
  /** True if the program was killed because it exceeded its silence limit. */
  readonly wasSilent?: boolean
}

/**
 * Decides whether a program that ended was successful, exceeded a limit (`ChildStopped`), or failed on its own
 * (`ChildFailed`).
 */
export const judge = (
  program: string,
  limits: ChildLimits,
  { elapsedMs, exitCode, signal, stderrTail, wasSilent }: ChildEnd
): Effect.Effect<{ readonly stderrTail: string }, ChildFailed | ChildStopped> => {
  if (wasSilent === true) return stopped(program, limits, "silence")
  if (exitCode === 0) return Effect.succeed({ stderrTail })
  if (signal === "SIGKILL" && limits.wallMs !== undefined && elapsedMs >= limits.wallMs)
    return stopped(program, limits, "wall")
  if (signal === "SIGXCPU" && limits.cpuSeconds !== undefined) return stopped(program, limits, "cpu")
  if (signal === "SIGXFSZ" && limits.fileBytes !== undefined) return stopped(program, limits, "files")
  return new ChildFailed({ program, exitCode, signal, stderrTail })
}

export const stopped = (program: string, limits: ChildLimits, limit: ChildLimit): ChildStopped =>
  new ChildStopped({ program, limit, allowed: limits[FIELDS[limit]] ?? 0 })

const FIELDS: Readonly<Record<ChildLimit, keyof ChildLimits>> = {
  wall: "wallMs",
  silence: "silenceMs",
  cpu: "cpuSeconds",
  output: "outputBytes",
  files: "fileBytes"
}

export const couldNotStart = (program: string, cause: unknown): ChildNotStarted => {
  const { code } = cause as NodeJS.ErrnoException
  return new ChildNotStarted({ program, ...(code === undefined ? {} : { code }) })
}
