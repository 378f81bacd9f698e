import type { JobRun } from "@media/features/app/operations/contract"
import { translate } from "@/lib/messages"
import { messages } from "../messages"
import { spanText } from "../spans"

type Judged = Pick<
  JobRun,
  | "status"
  | "queueName"
  | "error"
  | "isExhausted"
  | "nextRetryAt"
  | "attempts"
  | "maxAttempts"
  | "earlierAttempts"
  | "canceledBy"
  | "waitsFor"
>

/** Formats the time until `at` in whole seconds, because the text is updated once a second. */
const until = (at: string, now: number): string =>
  spanText(Math.max(1, Math.ceil((Date.parse(at) - now) / 1_000)) * 1_000).replace(".0", "")

/**
 * Explains what happens next: when a queued job starts, when a failed job is retried, or why it is not retried.
 * Undefined for other jobs.
 */
export const outcomeOf = (run: Judged, now: number): string | undefined => {
  if (run.status === "queued" && run.waitsFor !== null) return run.waitsFor
  if (run.status === "queued" && run.nextRetryAt !== null)
    return translate(messages, "startsIn", { time: until(run.nextRetryAt, now) })
  if (run.status === "cancelled") return translate(messages, "notRetried")
  if (run.status !== "failed") return undefined
  if (!run.isExhausted) {
    const own = {
      attempt: run.attempts - run.earlierAttempts + 1,
      most: run.maxAttempts - run.earlierAttempts
    }
    return translate(messages, "retryingIn", { time: until(run.nextRetryAt ?? "", now), ...own })
  }
  if (run.error?.isFinal)
    return translate(messages, run.queueName === "media-probe" ? "finalTextProbe" : "finalText")
  return run.attempts >= run.maxAttempts
    ? translate(messages, "attemptsUsed", { count: run.maxAttempts - run.earlierAttempts })
    : translate(messages, "givenUp")
}

/** Returns one line that explains why a job failed or who canceled it. Undefined for other jobs. */
export const headlineOf = (run: Judged): string | undefined => {
  if (run.status === "failed") return run.error?.message
  if (run.status !== "cancelled") return undefined
  return run.canceledBy === null
    ? (run.error?.message ?? translate(messages, "canceledByServer"))
    : translate(messages, "canceledBy", { name: run.canceledBy })
}
