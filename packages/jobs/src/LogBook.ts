import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Pool } from "pg"
import type { LogLevel } from "./JobContext.ts"
import { toJsonText } from "./JsonText.ts"
import { codeOf, isStatementFault } from "./StatementFault.ts"

interface Line {
  readonly id: string
  readonly attempt: number
  readonly at: number
  readonly level: LogLevel | "command"
  readonly text: string
}

const maxText = 2_000
/**
 * Maximum number of lines to buffer while the database is unreachable. If there are more lines, the oldest are dropped.
 */
const maxBuffered = 5_000

class LogUnwritten extends Data.TaggedError("LogUnwritten")<{ readonly cause: unknown }> {}

/** Creates a collector for the log lines of all runs of this worker. `flush` writes the lines in one statement. */
export const makeLogBook = (pool: Pool) => {
  let lines: Array<Line> = []

  const write = (taken: ReadonlyArray<Line>, now: number) =>
    Effect.tryPromise({
      try: () =>
        pool.query("select jobs_log($1::jsonb)", [
          toJsonText(taken.map(({ at, ...line }) => ({ ...line, ago: now - at })))
        ]),
      catch: (cause) => new LogUnwritten({ cause })
    })

  /** Writes lines. Halves a rejected batch until the faulty lines are isolated, and drops only these lines. */
  const writeAll = (taken: ReadonlyArray<Line>, now: number): Effect.Effect<unknown> =>
    Effect.catchTag(write(taken, now), "LogUnwritten", ({ cause }) => {
      if (!isStatementFault(codeOf(cause))) {
        lines = [...taken, ...lines].slice(-maxBuffered)
        return Effect.logDebug("log lines could not be written yet and stay buffered", cause)
      }
      const [first] = taken
      if (taken.length === 1) {
        return Effect.logWarning(
          `the database rejected a log line of job run ${first?.id}; the line was dropped`,
          cause
        )
      }
      const half = Math.ceil(taken.length / 2)
      return Effect.zipRight(writeAll(taken.slice(0, half), now), writeAll(taken.slice(half), now))
    })

  return {
    add: (line: Omit<Line, "at">): void => {
      lines.push({ ...line, text: line.text.slice(0, maxText), at: performance.now() })
      if (lines.length > maxBuffered) lines = lines.slice(-maxBuffered)
    },
    flush: Effect.suspend(() => {
      if (lines.length === 0) return Effect.void
      const taken = lines
      lines = []
      return writeAll(taken, performance.now())
    })
  }
}

export type LogBook = ReturnType<typeof makeLogBook>
