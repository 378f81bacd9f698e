import * as Effect from "effect/Effect"
import type { Pool } from "pg"
import type { LogLevel } from "./JobContext.ts"
import { toJsonText } from "./JsonText.ts"

interface Line {
  readonly id: string
  readonly attempt: number
  readonly at: number
  readonly level: LogLevel | "command"
  readonly text: string
}

const maxText = 2_000
/** While the database is away lines pile up to here; then the oldest go. */
const maxBuffered = 5_000

/** Collects the log lines of all runs of this worker; `flush` writes them in one statement. */
export const makeLogBook = (pool: Pool) => {
  let lines: Array<Line> = []
  return {
    add: (line: Omit<Line, "at">): void => {
      lines.push({ ...line, text: line.text.slice(0, maxText), at: performance.now() })
      if (lines.length > maxBuffered) lines = lines.slice(-maxBuffered)
    },
    flush: Effect.suspend(() => {
      if (lines.length === 0) return Effect.void
      const taken = lines
      lines = []
      const now = performance.now()
      const rows = taken.map(({ at, ...line }) => ({ ...line, ago: now - at }))
      return Effect.tryPromise(() => pool.query("select jobs_log($1::jsonb)", [toJsonText(rows)])).pipe(
        Effect.catchAll((error) => {
          lines = [...taken, ...lines].slice(-maxBuffered)
          return Effect.logDebug("log lines were not written yet", error)
        })
      )
    })
  }
}

export type LogBook = ReturnType<typeof makeLogBook>
