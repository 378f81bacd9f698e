import type { JobRun, JobRunDetail } from "@media/features/app/operations/contract"
import { timeOfDay } from "@/lib/format"
import { translate } from "@/lib/messages"
import { messages } from "../messages"
import { spanText } from "../spans"

export type TimelineTone = "idle" | "run" | "ok" | "warn" | "bad"
export interface TimelineEntry {
  readonly key: string
  readonly tone: TimelineTone
  readonly word: string
  /** Details of the event: time, user or reason. */
  readonly text: string
}

type History = Pick<JobRunDetail, "failedAttempts" | "parent">
const word = translate

const queuedBy = (run: JobRun, parent: JobRunDetail["parent"] | undefined): string => {
  if (parent)
    return word(messages, "queuedBy", {
      what: [parent.queueLabel, parent.targetLabel].filter(Boolean).join(" · ")
    })
  return run.triggeredBy === "manual" ? word(messages, "queuedByHand") : word(messages, "queuedByServer")
}
const between = (from: string, to: string): string => spanText(Date.parse(to) - Date.parse(from))
/**
 * Splits a message such as "Failed after 91 ms" into its first word and the rest, which the history displays
 * differently.
 */
const split = (text: string): Pick<TimelineEntry, "word" | "text"> => {
  const at = text.indexOf(" ")
  return at < 0 ? { word: text, text: "" } : { word: text.slice(0, at), text: text.slice(at + 1) }
}

/** Returns the history of a job: when it was queued, how long each attempt waited and ran, and how the job ended. */
export const timelineOf = (run: JobRun, history: History | undefined): ReadonlyArray<TimelineEntry> => {
  const entries: TimelineEntry[] = [
    {
      key: "queued",
      tone: "idle",
      word: word(messages, "queued"),
      text: `${timeOfDay(run.queuedAt)} ${queuedBy(run, history?.parent)}`
    }
  ]
  let since = run.queuedAt
  const started = (attempt: number, at: string): void => {
    entries.push({
      key: `started-${attempt}`,
      tone: "run",
      ...split(word(messages, "startedAfter", { time: between(since, at) }))
    })
    since = at
  }
  const failed = history?.failedAttempts ?? []
  for (const [index, { attempt, error, finishedAt, startedAt }] of failed.entries()) {
    const isLast = index === failed.length - 1
    if (startedAt !== null && isLast) started(attempt, startedAt)
    const after =
      startedAt === null ? undefined : word(messages, "failedAfter", { time: between(startedAt, finishedAt) })
    // The reason for the last failure is omitted here, because the panel shows it above the history.
    const reason = isLast && run.status === "failed" ? undefined : error?.message
    const parts = after === undefined ? { word: word(messages, "failed"), text: "" } : split(after)
    entries.push({
      key: `failed-${attempt}`,
      tone: "bad",
      word: isLast ? parts.word : word(messages, "attemptEarlier", { attempt }),
      text: [parts.text, reason].filter(Boolean).join(" · ")
    })
    since = finishedAt
    if (run.retries > 0 && attempt === run.earlierAttempts)
      entries.push({ key: `again-${attempt}`, tone: "idle", word: word(messages, "queuedAgain"), text: "" })
  }
  const isOver = run.status === "failed"
  if (!isOver && run.startedAt !== null) started(run.attempts + 1, run.startedAt)
  if (run.status === "completed" && run.finishedAt !== null)
    entries.push({
      key: "completed",
      tone: "ok",
      word: word(messages, "completed"),
      text: run.startedAt === null ? "" : spanText(Date.parse(run.finishedAt) - Date.parse(run.startedAt))
    })
  if (run.status === "cancelled")
    entries.push({
      key: "canceled",
      tone: "idle",
      word: word(messages, "canceled"),
      text: [
        run.finishedAt === null ? "" : timeOfDay(run.finishedAt),
        run.canceledBy === null
          ? word(messages, "queuedByServer")
          : word(messages, "queuedBy", { what: run.canceledBy })
      ].join(" ")
    })
  if (isOver && !run.isExhausted && run.nextRetryAt !== null)
    entries.push({
      key: "next",
      tone: "warn",
      word: word(messages, "retrying"),
      text: timeOfDay(run.nextRetryAt)
    })
  return entries
}
