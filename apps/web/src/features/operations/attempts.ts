import type { JobRun } from "@media/features/operations/contract"

type Attempts = Pick<
  JobRun,
  "attempts" | "maxAttempts" | "earlierAttempts" | "status" | "isExhausted" | "nextRetryAt"
>

const own = (run: Attempts): number => Math.max(0, run.attempts - run.earlierAttempts)

/** "n of limit" implies more attempts: shown only while more may follow. */
const mayFollow = (run: Attempts): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && !run.isExhausted)

/** For the narrow column: `2/15` while more attempts may follow, `Final` if it failed for good, else how many there were. */
export const attemptsShort = (run: Attempts): string => {
  if (run.status === "failed" && run.isExhausted) return "Final"
  return mayFollow(run) ? `${own(run)}/${run.maxAttempts - run.earlierAttempts}` : String(own(run))
}

/** Attempts before a manual retry are counted separately: that started a new count. */
export const attemptsLine = (run: Attempts): string => {
  const count = mayFollow(run)
    ? `${own(run)} of up to ${run.maxAttempts - run.earlierAttempts}`
    : own(run).toLocaleString()
  const earlier = run.earlierAttempts > 0 ? `, ${run.earlierAttempts} before a manual retry` : ""
  return `${count}${earlier}${run.isExhausted ? ". Final, will not be retried" : ""}`
}
