import type { Totals } from "./QueueSummaries.ts"
import type { StatusFilter } from "./RunFilter.ts"

type Part = "running" | "queued" | "retrying" | "finished"

/** The states and the sort order of each part of a list, as SQL text. */
export const partOrder: Readonly<Record<Part, { readonly states: string; readonly order: string }>> = {
  running: { states: "1", order: "started_at, id" },
  // Delayed runs come after runs that may start.
  queued: { states: "0", order: "next_retry_at nulls first, priority, id" },
  retrying: { states: "3", order: "next_retry_at, id" },
  finished: { states: "2, 4, 5", order: "finished_at desc, id desc" }
}

export interface PartCount {
  readonly name: Part
  readonly count: number
}

/** Returns the parts of a list with this status, in order, and the number of runs in each part. */
export const partsOf = (status: StatusFilter | undefined, totals: Totals): ReadonlyArray<PartCount> => {
  const open = [
    { name: "running", count: totals.started },
    { name: "queued", count: totals.queued },
    { name: "retrying", count: totals.retrying }
  ] as const
  const exhausted = totals.failed - totals.retrying
  const finished = (count: number): PartCount => ({ name: "finished", count })
  switch (status) {
    case "started":
      return [open[0]]
    case "queued":
      return [open[1]]
    case "active":
      return open
    case "failed":
      return [open[2], finished(exhausted)]
    case "completed":
      return [finished(totals.completed)]
    case "cancelled":
      return [finished(totals.cancelled)]
    case undefined:
      return [...open, finished(totals.completed + exhausted + totals.cancelled)]
  }
}

/** Returns the offset and the number of rows to read from each part for one page of the whole list. */
export const windowsOf = (parts: ReadonlyArray<PartCount>, offset: number, limit: number) => {
  const windows: Array<{ readonly name: Part; readonly offset: number; readonly limit: number }> = []
  let skipped = offset
  let wanted = limit
  for (const { count, name } of parts) {
    const taken = Math.min(wanted, Math.max(0, count - skipped))
    if (taken > 0) windows.push({ name, offset: Math.min(skipped, count), limit: taken })
    skipped = Math.max(0, skipped - count)
    wanted -= taken
  }
  return windows
}
