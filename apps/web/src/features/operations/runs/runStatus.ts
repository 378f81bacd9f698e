import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, RotateCw } from "@lucide/vue"
import type { JobRun } from "@media/features/app/operations/contract"
import type { Component } from "vue"
import { translate } from "@/lib/messages"
import { messages } from "../messages"
import type { RunFilter, RunStatusFilter } from "./filterText"

export interface StatusStyle {
  readonly icon: Component
  readonly word: string
  readonly tone: string
}

const looks = {
  queued: { icon: Clock, tone: "text-idle" },
  started: { icon: LoaderCircle, tone: "text-run" },
  completed: { icon: CircleCheck, tone: "text-ok" },
  failed: { icon: CircleX, tone: "text-bad" },
  cancelled: { icon: Ban, tone: "text-idle" },
  retrying: { icon: RotateCw, tone: "text-warn" }
} as const satisfies Readonly<Record<JobRun["status"] | "retrying", object>>

const words = {
  active: "active",
  queued: "queued",
  started: "running",
  completed: "completed",
  failed: "failed",
  cancelled: "canceled",
  retrying: "retrying"
} as const
export const statusWord = (status: RunStatusFilter | "retrying"): string => translate(messages, words[status])

/** Returns the icon, word and color of a status. The color alone would not be accessible. */
export const statusStyle = (run: Pick<JobRun, "status" | "isExhausted" | "nextRetryAt">): StatusStyle => {
  const status =
    run.status === "failed" && !run.isExhausted && run.nextRetryAt !== null ? "retrying" : run.status
  return { ...looks[status], word: statusWord(status) }
}

export const isOpen = (run: Pick<JobRun, "status" | "isExhausted" | "nextRetryAt">): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && run.nextRetryAt !== null)

const nothing = {
  active: "nothingIsActive",
  queued: "nothingQueued",
  started: "nothingRunning",
  failed: "nothingFailed",
  completed: "nothingCompleted",
  cancelled: "nothingCanceled"
} as const satisfies Readonly<Record<RunStatusFilter, string>>

/** Explains why a list is empty: either no job has this status, or no job matches the other filters. */
export const nothingShown = ({
  q,
  queue,
  reason,
  status
}: RunFilter): { readonly title: string; readonly text: string } =>
  status !== undefined && q === undefined && reason === undefined
    ? {
        title: translate(messages, nothing[status]),
        text: translate(messages, queue === undefined ? "nothingText" : "queueEmpty")
      }
    : { title: translate(messages, "nothingMatches"), text: translate(messages, "nothingMatchesText") }
