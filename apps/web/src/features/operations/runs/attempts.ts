import type { JobRun } from "@media/features/app/operations/contract"
import { grouped } from "@/lib/format"
import { translate } from "@/lib/messages"
import { messages } from "../messages"

type Attempts = Pick<
  JobRun,
  "attempts" | "maxAttempts" | "earlierAttempts" | "status" | "isExhausted" | "nextRetryAt"
>

/** Returns the number of attempts since the last manual retry. */
const own = (run: Attempts): number => Math.max(0, run.attempts - run.earlierAttempts)

/**
 * Returns true if more attempts may follow. The limit is shown only in this case, because "n of limit" suggests more
 * attempts.
 */
const mayFollow = (run: Attempts): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && !run.isExhausted)

/**
 * Returns the text for the narrow column: `2/15` while retries may follow, a word after a permanent failure, and
 * otherwise the number of attempts.
 */
export const attemptsShort = (run: Attempts): string => {
  if (run.attempts === 0) return ""
  if (run.status === "failed" && run.isExhausted) return translate(messages, "final")
  return mayFollow(run) ? `${own(run)}/${run.maxAttempts - run.earlierAttempts}` : String(own(run))
}

/**
 * Returns the number of attempts as text. Attempts before a manual retry are listed separately, because a retry
 * restarts the count.
 */
export const attemptsLine = (run: Attempts): string => {
  const count = mayFollow(run)
    ? translate(messages, "attemptsOf", { own: own(run), most: run.maxAttempts - run.earlierAttempts })
    : grouped(own(run))
  const attempts =
    run.earlierAttempts > 0
      ? translate(messages, "attemptsBefore", { attempts: count, count: run.earlierAttempts })
      : count
  return run.isExhausted ? translate(messages, "attemptsFinal", { attempts }) : attempts
}
