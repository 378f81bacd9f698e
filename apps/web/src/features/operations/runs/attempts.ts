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
 * True if further attempts may follow. Otherwise the limit is not shown, because "1 of 15" would suggest that more
 * attempts are coming.
 */
const mayFollow = (run: Attempts): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && !run.isExhausted)

/**
 * Returns a short text for the narrow column: `2/15` while retries may follow, "Gave up" after the last attempt failed,
 * and otherwise only the number of attempts.
 */
export const attemptsShort = (run: Attempts): string => {
  if (run.attempts === 0) return ""
  if (run.status === "failed" && run.isExhausted) return translate(messages, "final")
  return mayFollow(run) ? `${own(run)}/${run.maxAttempts - run.earlierAttempts}` : String(own(run))
}

/**
 * Describes the number of attempts. A manual retry starts the count again, so earlier attempts are counted separately.
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
