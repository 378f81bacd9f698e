import type { JobRun } from "@media/features/app/operations/contract"

type Ordered = Pick<
  JobRun,
  "id" | "status" | "isExhausted" | "priority" | "startedAt" | "nextRetryAt" | "finishedAt"
>

/** True for runs that are queued, running, or waiting for a retry. */
export const isActive = (run: Pick<JobRun, "status" | "isExhausted">): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && !run.isExhausted)

const partOf = (run: Ordered): number =>
  run.status === "started" ? 0 : run.status === "queued" ? 1 : isActive(run) ? 2 : 3

/** Compares two ISO 8601 times. All times are in UTC, so their text order is their time order. */
const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Compares runs in the server's order: running jobs, queued jobs by position, retries, then finished jobs by end time.
 */
export const activeOrder = (one: Ordered, other: Ordered): number => {
  const part = partOf(one)
  const by = part - partOf(other)
  if (by !== 0) return by
  switch (part) {
    case 0:
      return byText(one.startedAt ?? "", other.startedAt ?? "") || byText(one.id, other.id)
    case 1:
      return (
        byText(one.nextRetryAt ?? "", other.nextRetryAt ?? "") ||
        one.priority - other.priority ||
        byText(one.id, other.id)
      )
    case 2:
      return byText(one.nextRetryAt ?? "", other.nextRetryAt ?? "") || byText(one.id, other.id)
    default:
      return byText(other.finishedAt ?? "", one.finishedAt ?? "") || byText(other.id, one.id)
  }
}
