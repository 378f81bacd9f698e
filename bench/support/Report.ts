/** Output of a measurement: lines, tables, and one PASS or FAIL line for each target. */
export type Log = (line: string) => void

export interface Report {
  readonly line: Log
  readonly table: (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) => void
  /**
   * Prints PASS or FAIL for a target. `what` describes the target with its limit, and `found` is the measured value.
   */
  readonly check: (isMet: boolean, what: string, found: string) => void
}

export const makeReport = (log: Log): Report => ({
  line: log,
  table: (head, rows) => {
    const cells = [head, ...rows].map((row) => row.map(String))
    const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
    for (const row of cells) {
      const padded = row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
      )
      log(`  ${padded.join("  ")}`)
    }
  },
  check: (isMet, what, found) => log(`${isMet ? "PASS" : "FAIL"}  ${what}: ${found}`)
})

/** Returns a quantile of the values, such as the 95th percentile for a `share` of 0.95. NaN if there are no values. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

export const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)

export const seconds = (from: number): number => (performance.now() - from) / 1_000

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/**
 * Returns a size from an environment variable, for example `BENCH_FILES=200` for a small trial. If the variable is not
 * a positive integer, returns `usual`.
 */
export const sizeOf = (name: string, usual: number): number => {
  const given = Number(process.env[name])
  return Number.isSafeInteger(given) && given > 0 ? given : usual
}
