import { Ban, CircleCheck, CircleX, Clock, LoaderCircle, RotateCw } from "@lucide/vue"
import type { JobRun } from "@media/features/operations/contract"
import type { Component } from "vue"
import type { RunFilter } from "./filterText"

export interface StatusStyle {
  readonly icon: Component
  readonly word: string
  readonly tone: string
}

const styles: Readonly<Record<JobRun["status"] | "retrying", StatusStyle>> = {
  queued: { icon: Clock, word: "Queued", tone: "text-idle" },
  started: { icon: LoaderCircle, word: "Running", tone: "text-run" },
  completed: { icon: CircleCheck, word: "Completed", tone: "text-ok" },
  failed: { icon: CircleX, word: "Failed", tone: "text-bad" },
  cancelled: { icon: Ban, word: "Cancelled", tone: "text-idle" },
  retrying: { icon: RotateCw, word: "Retrying", tone: "text-warn" }
}

/** Icon, word and color together: color alone is not accessible. */
export const statusStyle = (run: Pick<JobRun, "status" | "isExhausted" | "nextRetryAt">): StatusStyle =>
  styles[run.status === "failed" && !run.isExhausted && run.nextRetryAt !== null ? "retrying" : run.status]

export const isOpen = (run: Pick<JobRun, "status" | "isExhausted" | "nextRetryAt">): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && run.nextRetryAt !== null)

const nothing: Readonly<Record<JobRun["status"], string>> = {
  queued: "Nothing is queued",
  started: "Nothing is running",
  failed: "Nothing has failed",
  completed: "Nothing was completed yet",
  cancelled: "Nothing was cancelled"
}

/** Why a filtered list is empty: an empty tab is information, a text without matches may be a typo. */
export const nothingShown = ({
  q,
  queue,
  status
}: RunFilter): { readonly title: string; readonly text: string } =>
  status !== undefined && q === undefined
    ? {
        title: nothing[status],
        text: queue === undefined ? "Jobs appear here when they are queued." : "This queue has no jobs."
      }
    : { title: "Nothing matches", text: "No job matches this filter." }
